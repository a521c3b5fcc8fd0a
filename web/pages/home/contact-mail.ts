import { mailLink } from '#contract/mail-link.ts'

/** What a visitor wrote; none of it is required. */
type Note = { email: string; subject: string; message: string }

// Windows hands no more than this over to another program.
const safeLength = 2048

/** The link that begins the visitor's mail to `to`, and whether it is so long that a mail program may not take it whole. */
export function contactMail(to: string, { email, subject, message }: Note): { link: string; long: boolean } {
  const answerTo = email.trim() && `Please answer to: ${email.trim()}`
  const link = mailLink(to, { subject, body: [message.trimEnd(), answerTo].filter(Boolean).join('\n\n') })
  return { link, long: link.length > safeLength }
}
