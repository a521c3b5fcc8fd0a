import { clinic } from './clinic.ts'

/** Says that this server sends no emails; empty if it does. */
export function emailNote(): string {
  if (clinic.sends.email) return ''
  return clinic.demo
    ? 'This is a demo: no emails are sent. They are kept in the outbox.'
    : 'No emails are sent, because the clinic’s mail service isn’t set up.'
}

/** Says that this server sends no text messages; empty if it does. */
function textNote(): string {
  if (clinic.sends.texts) return ''
  return clinic.demo
    ? 'This is a demo: no text messages are sent.'
    : 'No text messages are sent, because the clinic’s text service isn’t set up.'
}

/** Returns `said`, which says that an email is or will be sent, if this server sends emails; else that it sends none.
 *  Every screen asks here. */
export const ifEmailed = (said: string): string => emailNote() || said

/** Returns `said`, which says that a text message is or will be sent, if this server sends them; else that it sends
 *  none. */
export const ifTexted = (said: string): string => textNote() || said

/** Returns `said`, which is shown in any case, with what is true of text messages. */
export const withTexts = (said: string): string => [said, textNote()].filter(Boolean).join(' ')

/** Returns `said` if this server sends emails, else nothing: for a screen that has said so already. */
export const onlyIfEmailed = (said: string): string => (emailNote() ? '' : said)

/** Returns `said` if this server sends text messages, else nothing. */
export const onlyIfTexted = (said: string): string => (textNote() ? '' : said)

/** Says everything that this server does not send; empty if it sends all. */
export function unsentNote(): string {
  const notes = [emailNote(), textNote()].filter(Boolean)
  if (clinic.demo && notes.length === 2)
    return 'This is a demo: no emails and no text messages are sent. Emails are kept in the outbox.'
  return notes.join(' ')
}
