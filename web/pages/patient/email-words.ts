import type { EmailResult, PatientEmail, PatientEmailKind } from '#contract/patient/email.ts'

/** Names of the kinds of email, for staff. */
export const emailWords: Record<PatientEmailKind, string> = {
  'appointment-booked': 'Appointment booked',
  'appointment-moved': 'Appointment moved',
  'appointment-cancelled': 'Appointment cancelled',
  'appointment-reminder': 'Reminder',
  'appointment-choose': 'Please choose another time',
  'price-changed': 'New price',
  receipt: 'Receipt',
  refunded: 'Refund',
  recall: 'Invitation to come back',
  'waiting-offer': 'Offer of an earlier time',
  'verify-email': 'Link to confirm the email address',
  'claim-account': 'Link to make an account',
  'password-reset': 'Link to choose a new password',
  'password-changed': 'Password changed',
  'second-factor-changed': 'Second factor changed',
  'new-email': 'Link to confirm a new email address',
  'email-change-asked': 'Email address about to change',
  'email-changed': 'Email address changed',
  'share-patient': 'Link to act for a patient',
  'hand-over-patient': 'Link to take over a record',
  'account-erased': 'Account erased',
}

type ResultWords = { words: string; advice?: string }

const results: Record<EmailResult, ResultWords> = {
  sent: { words: 'sent' },
  refused: {
    words: 'refused by the mail server',
    advice: 'Check the address with them: it may be mistyped or closed.',
  },
  expired: { words: 'not sent', advice: 'Our mail server was unavailable for too long.' },
  outdated: { words: 'not sent, because it was out of date by then' },
  kept: { words: 'not sent, because there was no mail server' },
}

/** Says what became of an email, and what staff can do if that was nothing good. */
export function resultOf({ doneAt, result }: Pick<PatientEmail, 'doneAt' | 'result'>): ResultWords {
  if (result) return results[result]
  return { words: doneAt === undefined ? 'waiting to be sent' : 'result unknown' }
}
