import { z } from 'zod/mini'

/** Kinds of email that a patient can get. */
const patientEmailKinds = [
  ...(['appointment-booked', 'appointment-moved', 'appointment-cancelled', 'appointment-reminder'] as const),
  ...(['appointment-choose', 'price-changed', 'receipt', 'refunded', 'recall', 'waiting-offer'] as const),
  ...(['verify-email', 'claim-account', 'password-reset', 'password-changed', 'second-factor-changed'] as const),
  ...([
    'new-email',
    'email-change-asked',
    'email-changed',
    'share-patient',
    'hand-over-patient',
    'account-erased',
  ] as const),
] as const
const patientEmailKind = z.enum(patientEmailKinds)
export type PatientEmailKind = z.infer<typeof patientEmailKind>

/** What became of an email: the mail server took it, refused the recipient, or took none for too long; what it said was
 *  no longer so; or it was kept in the outbox, because there was no mail server. */
export const emailResults = ['sent', 'refused', 'expired', 'outdated', 'kept'] as const
const emailResult = z.enum(emailResults)
export type EmailResult = z.infer<typeof emailResult>

/** An email to a patient, without what it says. `doneAt`: no further attempt follows. `result`: unknown for emails that
 *  were done before it was kept. */
const patientEmail = z.object({
  _id: z.uuid(),
  kind: patientEmailKind,
  createdAt: z.iso.datetime(),
  doneAt: z.optional(z.iso.datetime()),
  result: z.optional(emailResult),
})
export type PatientEmail = z.infer<typeof patientEmail>

/** Response of `GET /desk/patients/{id}/emails`: the latest hundred to the patient's own address, newest first. */
export const patientEmails = z.array(patientEmail)
