import { mailLink } from '#contract/kit/text/mail-link.ts'

/** What a visitor wrote. */
type Note = { email: string; subject: string; message: string }

// The longest link that Windows passes to another app.
const safeLength = 2048

/** The link that opens the visitor's email to `to`, and whether it is so long that an email app may cut it off. */
export function contactMail(to: string, { email, subject, message }: Note): { link: string; long: boolean } {
  const replyTo = email.trim() && `Please reply to: ${email.trim()}`
  const link = mailLink(to, { subject, body: [message.trimEnd(), replyTo].filter(Boolean).join('\n\n') })
  return { link, long: link.length > safeLength }
}
