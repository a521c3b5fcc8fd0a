import { join } from 'node:path'
import { listMails, type Mail } from '#server/sandbox/outbox/mails.ts'

/** The newest mail to an address that the server with this data folder wrote, once there are `count` of them. */
export async function newestMail(dataDir: string, to: string, count = 1): Promise<Mail> {
  for (let attempts = 200; attempts > 0; attempts -= 1) {
    const [newest, ...older] = await mailsTo(dataDir, to)
    if (newest && older.length + 1 >= count) return newest
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`there are not ${count} mails to ${to} within 10 s`)
}

/** All of them, newest first. */
export async function mailsTo(dataDir: string, to: string): Promise<Mail[]> {
  const mails = await listMails(join(dataDir, 'outbox'))
  return mails.filter((mail) => mail.to.includes(to))
}

/** The path of the one link in a mail, with its token. */
export function linkIn({ text }: Pick<Mail, 'text'>): URL {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  if (!link) throw new Error(`no link in: ${text}`)
  return new URL(link)
}
