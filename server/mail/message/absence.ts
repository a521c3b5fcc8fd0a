import type { MailAbsence } from '#server/database/schema/mail.ts'
import { buttonTo, type Email } from './content.ts'

/** Tells a dentist what became of the absence that they asked for. */
export function absenceDecided({ firstDay, lastDay, reason }: MailAbsence, day: string): Email {
  const days = firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
  const outcome = reason === undefined ? 'is accepted' : 'is not possible'
  const subject = `Your absence ${outcome}`
  return {
    subject,
    heading: subject,
    preheader: `You asked to be absent ${days}.`,
    paragraphs:
      reason === undefined
        ? [`You are absent ${days}. Patients can’t book you on these days.`]
        : [`You asked to be absent ${days}. We’re sorry, that is not possible.`, reason],
    button: buttonTo(day, 'Open your day'),
    why: 'You get this email because you asked for an absence.',
  }
}
