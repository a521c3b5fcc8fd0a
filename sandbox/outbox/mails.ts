import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An email that the server wrote to the outbox. */
export type Mail = { id: string; to: string; subject: string; date: string; text: string; html: string }

const maxListed = 50
const extension = '.eml'

/** Returns the latest emails of a folder, newest first; none if the folder does not exist. */
export async function listMails(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(whenMissing([]))
  const newest = names.filter((name) => name.endsWith(extension)).sort()
  const ids = newest.slice(-maxListed).map((name) => name.slice(0, -extension.length))
  const mails = await Promise.all(ids.reverse().map((id) => readMail(folder, id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Returns an email, or undefined if it does not exist. */
export async function readMail(folder: string, id: string): Promise<Mail | undefined> {
  const source = await readFile(join(folder, id + extension), 'latin1').catch(whenMissing(undefined))
  return source === undefined ? undefined : { id, ...parseMail(source) }
}

/** Parses an email of this server: ASCII headers, a text part and an HTML part, both quoted-printable (RFC 2045, 6.7),
 *  perhaps a calendar file, which it leaves out. */
export function parseMail(source: string): Omit<Mail, 'id'> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  // Splits at whole boundaries, because a line of an encoded link can begin with two hyphens, too. An email with a file
  // has parts in parts.
  const boundaries = Array.from(source.matchAll(/boundary="([^"]+)"/g), ([, boundary]) => `\r\n--${boundary}`)
  const parts = boundaries.reduce((found, boundary) => found.flatMap((part) => part.split(boundary)), [source]).slice(1)
  const part = (type: string) => {
    const found = parts.find((each) => each.includes(`Content-Type: text/${type}`)) ?? ''
    return decode(found.slice(found.indexOf('\r\n\r\n') + 4))
  }
  const [to, subject, date] = [header('To'), header('Subject'), header('Date')]
  return { to, subject, date, text: part('plain'), html: part('html') }
}

function decode(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim()
}

function whenMissing<Value>(value: Value) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
