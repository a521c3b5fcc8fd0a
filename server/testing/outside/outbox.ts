import { join } from 'node:path'
import { listMails, type Mail } from '#sandbox/outbox/mails.ts'

const timeoutMs = 10_000

/** Waits until the server with this data folder has sent `count` emails to an address, and returns the newest. */
export async function newestMail(dataDir: string, to: string, count = 1): Promise<Mail> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const [newest, ...older] = await mailsTo(dataDir, to)
    if (newest && older.length + 1 >= count) return newest
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`fewer than ${count} emails to ${to} after ${timeoutMs / 1_000} s`)
}

/** Returns the emails to an address, newest first, of the latest 50 that the server has sent. */
export async function mailsTo(dataDir: string, to: string): Promise<Mail[]> {
  const mails = await listMails(join(dataDir, 'outbox'))
  return mails.filter((mail) => mail.to.includes(to))
}

/** Returns the first link in an email, or the one with this label. */
export function linkIn({ text }: Pick<Mail, 'text'>, label?: string): URL {
  const from = label === undefined ? 0 : text.indexOf(`${label}:\n`)
  const [link] = (from < 0 ? null : /https?:\/\/\S+/.exec(text.slice(from))) ?? []
  if (!link) throw new Error(`no link in: ${text}`)
  return new URL(link)
}

/** Returns the token in the fragment of a link that confirms an email or sets a password; an empty text without one. */
export function tokenIn({ hash }: URL): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
