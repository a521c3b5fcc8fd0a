import { pages } from '#contract/site/pages.ts'
import type { MailDetails, MailKind } from '#server/database/schema/mail.ts'
import { absenceDecided } from './absence.ts'
import {
  accountErased,
  claimAccount,
  emailChangeAsked,
  emailChanged,
  handOverPatient,
  newEmail,
  passwordChanged,
  passwordReset,
  secondFactorChanged,
  sharePatient,
  staffInvitation,
  verifyEmail,
} from './account.ts'
import { appointmentEmail, type Words } from './appointment.ts'
import type { Email, ShownClinic } from './content.ts'
import { layOut } from './layout.ts'
import { receipt, refundReceipt } from './payment.ts'
import { recallEmail } from './recall.ts'
import { waitingOffer } from './waiting.ts'

/** Kinds of email with a link to set a password. */
export type PasswordMailKind = Extract<MailKind, 'password-reset' | 'claim-account' | 'staff-invitation'>

/** Tells whether an email of this kind has a link to set a password. */
export function isPasswordMail(kind: MailKind): kind is PasswordMailKind {
  return kind === 'password-reset' || kind === 'claim-account' || kind === 'staff-invitation'
}

/** The sender of an email. `publicUrl` is the origin of its links. `words` are those that the clinic has chosen. */
export type Sender = {
  publicUrl: string
  mailFrom: string
  clinic: ShownClinic
  words?: ReadonlyMap<MailKind, Words>
}

/** An iCalendar file with its method (RFC 5546). */
type CalendarFile = { method: 'REQUEST' | 'CANCEL'; content: string }

/** An email as plain text and as HTML. The subject is ASCII. An email about an appointment has an iCalendar file.
 *  `unsubscribe`: the address that stops emails of its kind by one POST (RFC 8058). */
export type Message = {
  subject: string
  text: string
  html: string
  calendar?: CalendarFile | undefined
  unsubscribe?: string | undefined
}

/** Writes an email. It contains no text from the recipient's account, such as a name, because anyone can sign up with
 *  another person's email and could send them a message that way.
 *  @param now when it is read, more or less: a near day has no year */
export function writeMessage(kind: MailKind, details: MailDetails, sender: Sender, now = new Date()): Message {
  const email = emailOf(kind, details, sender, now)
  if (!email) throw new Error(`The details of a ${kind} email are missing`)
  const { subject, ...content } = email
  const unsubscribe = details.recall?.unsubscribe
  return { subject, ...layOut(content, sender.clinic, sender.publicUrl), ...(unsubscribe && { unsubscribe }) }
}

function emailOf(
  kind: MailKind,
  { link, sharedBy, sharedName, absence, payment, refunded, appointment, recall, offer }: MailDetails,
  { publicUrl, clinic, words }: Sender,
  now: Date,
): Email | undefined {
  switch (kind) {
    case 'verify-email':
      return verifyEmail(link, clinic.name)
    case 'password-reset':
      return passwordReset(link, clinic.name)
    case 'claim-account':
      return claimAccount(link, clinic.name)
    case 'staff-invitation':
      return staffInvitation(link, clinic.name)
    case 'password-changed':
      return passwordChanged(publicUrl, clinic)
    case 'second-factor-changed':
      return secondFactorChanged(publicUrl, clinic)
    case 'account-erased':
      return accountErased(clinic)
    case 'share-patient':
      return sharePatient({ link, sharedBy, sharedName }, clinic.name)
    case 'hand-over-patient':
      return handOverPatient({ link, sharedBy, sharedName }, clinic.name)
    case 'new-email':
      return newEmail(link, clinic.name)
    case 'email-change-asked':
      return emailChangeAsked(publicUrl, clinic)
    case 'email-changed':
      return emailChanged(clinic)
    case 'absence-decided':
      return absence && absenceDecided(absence, `${publicUrl}${pages.day}`)
    case 'waiting-offer':
      return offer && waitingOffer(offer, link, clinic, now)
    case 'receipt':
      return payment && receipt(payment, link, clinic)
    case 'refunded':
      return payment && refunded !== undefined ? refundReceipt(payment, refunded, link, clinic) : undefined
    case 'recall':
      return recall && recallEmail(recall, link, clinic, now)
    default:
      return appointment && appointmentEmail(kind, appointment, link, { clinic, now, chosen: words?.get(kind) })
  }
}
