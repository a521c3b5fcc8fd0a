import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail of ours, as far as the page shows it. */
export type Mail = { id: string; to: string; subject: string; date: string; text: string }

const atMost = 50
const ending = '.eml'

/** The newest mails of the folder, newest first. None when nothing was written there yet. */
export async function listMails(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(whenMissing([]))
  const newest = names.filter((name) => name.endsWith(ending)).sort()
  const ids = newest.slice(-atMost).map((name) => name.slice(0, -ending.length))
  const mails = await Promise.all(ids.reverse().map((id) => readMail(folder, id)))
  return mails.filter((mail) => mail !== undefined)
}

/** One of them; undefined when it isn't there. */
export async function readMail(folder: string, id: string): Promise<Mail | undefined> {
  const source = await readFile(join(folder, id + ending), 'latin1').catch(whenMissing(undefined))
  return source === undefined ? undefined : { id, ...parseMail(source) }
}

/** Reads what our own server writes: ASCII headers and a quoted-printable text part (RFC 2045, 6.7), nothing more. */
export function parseMail(source: string): Omit<Mail, 'id'> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const text = /^Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/im.exec(source)?.[1] ?? ''
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return {
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim(),
  }
}

function whenMissing<Value>(value: Value) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
