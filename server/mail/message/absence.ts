import type { MailAbsence } from '#server/database/schema/mail.ts'
import { buttonTo, type Email } from './layout.ts'

/** Tells a dentist what became of the absence that they asked for. */
export function absenceDecided({ firstDay, lastDay, reason }: MailAbsence, day: string): Email {
  const days = firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
  const said = reason === undefined ? 'is accepted' : 'is not possible'
  return {
    subject: reason === undefined ? 'Your absence is accepted' : 'Your absence is not possible',
    heading: reason === undefined ? 'Your absence is accepted' : 'Your absence is not possible',
    preheader: `You asked to be absent ${days}.`,
    paragraphs: [
      `The absence that you asked for, ${days}, ${said}.`,
      reason ?? 'Patients can’t book you on these days.',
    ],
    button: buttonTo(day, 'Open your day'),
  }
}
