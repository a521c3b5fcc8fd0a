import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PatientState } from '#contract/booking/patient-changes.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type MessageKind, messageKinds } from '#contract/message.ts'
import { type EmailResult, emailResults } from '#contract/patient/email.ts'
import { instant, isOneOf } from './columns.ts'

/** Kinds of email. */
const mailKinds = [
  'verify-email',
  'password-reset',
  'password-changed',
  'receipt',
  'appointment-booked',
  'appointment-moved',
  'appointment-cancelled',
  'appointment-reminder',
  'appointment-choose',
  'refunded',
  'claim-account',
  'staff-invitation',
  'second-factor-changed',
  'account-erased',
  'share-patient',
  'hand-over-patient',
  'new-email',
  'email-change-asked',
  'email-changed',
  'absence-decided',
  'price-changed',
  'recall',
  'waiting-offer',
] as const
export type MailKind = (typeof mailKinds)[number]

/** An appointment in an email. `id` is empty if it is invented, for a test. `patientName`: whose it is, if others have
 *  the same address. `date` in the medium format; instants as ISO 8601. `sequence` counts its changes. `refund`: the
 *  cents of its payments that go back, `refundAtDesk`: those of them that the desk gives back. `cancelUntil`: until
 *  when the patient can cancel it; without, they can't. `message`: what staff add. `price` and `owed` in cents.
 *  `payLink`: where to pay what is owed without signing in. */
export type MailAppointment = {
  id: string
  sequence: number
  treatment: string
  doctor?: string | undefined
  patientName?: string | undefined
  date: string
  slot: string
  startsAt: string
  endsAt: string
  refund?: number | undefined
  refundAtDesk?: number | undefined
  cancelUntil?: string | undefined
  price?: number | undefined
  owed?: number | undefined
  payLink?: string | undefined
  message?: string | undefined
}

/** An absence that a dentist asked for, both days in the medium format. `reason`: why it was refused. */
export type MailAbsence = { firstDay: string; lastDay: string; reason?: string | undefined }

/** A time in an invitation: `date` as YYYY-MM-DD, `doctor` the name of the dentist. */
export type MailTime = { date: IsoDate; slot: string; doctor?: string | undefined; link: string }

/** An invitation to come back: the treatments that are due, the first of them with its price in cents and times that
 *  are free. `lastVisitOn` as YYYY-MM-DD. `stopLink`: where to stop invitations without signing in. `unsubscribe`: the
 *  address by which an email app does that. */
export type MailRecall = {
  treatments: string[]
  lastVisitOn: IsoDate
  patientName?: string | undefined
  price: number
  times: MailTime[]
  stopLink: string
  unsubscribe: string
}

/** A time that is offered to somebody who waits: `date` in the medium format, instants as ISO 8601, `price` in cents,
 *  none for a move. `movesFrom`: when the appointment begins that it would replace. `leaveLink`: where to leave the
 *  list without signing in. */
export type MailOffer = {
  id: string
  treatment: string
  doctor?: string | undefined
  patientName?: string | undefined
  date: string
  slot: string
  startsAt: string
  endsAt: string
  price?: number | undefined
  movesFrom?: string | undefined
  leaveLink: string
}

/** The variable parts of an email: its link, the email of the account that shares a patient, the appointment that it is
 *  about, and the payment of a receipt with its `refunded` cents (`price` in cents, `date` in the medium format, no
 *  `doctor` if it was booked without one; `changes`: what the patient can still do with the appointment). An invitation
 *  has the id of its recall, because its times are found when it is sent. */
export type MailDetails = {
  link?: string | undefined
  sharedBy?: string | undefined
  /** The patient of a share or a hand-over. */
  sharedName?: string | undefined
  absence?: MailAbsence | undefined
  appointment?: MailAppointment | undefined
  refunded?: number | undefined
  payment?: MailPayment | undefined
  recallId?: string | undefined
  recall?: MailRecall | undefined
  offer?: MailOffer | undefined
}

/** A payment in an email. One that settled nothing may have no appointment. */
export type MailPayment = {
  patientName?: string | undefined
  treatment?: string | undefined
  doctor?: string | undefined
  date?: string | undefined
  slot?: string | undefined
  price: number
  transactionId: string
  /** The number of the receipt. */
  receipt?: string | undefined
  changes?: PatientState | undefined
}

/** The words that the clinic has chosen for an email; a field that is empty has the usual ones. */
export const messageTemplate = pgTable(
  'message_template',
  {
    kind: text('kind').$type<MessageKind>().primaryKey(),
    subject: text('subject').notNull().default(''),
    text: text('text').notNull().default(''),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    check('message_template_kind_known', isOneOf(table.kind, messageKinds)),
    check('message_template_length', sql`length(${table.subject}) <= 100 and length(${table.text}) <= 1000`),
  ],
)

/** An email to send, or one that was sent. A done email has no `details`, which may contain a secret link; its row
 *  stays for the time that the settings say. `result`: what became of it; null while it waits, and for emails of before
 *  this column. Its job has the same id. The limit of emails per recipient counts these rows. */
export const mail = pgTable(
  'mail',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<MailKind>().notNull(),
    recipient: text('recipient').notNull(),
    details: jsonb('details').$type<MailDetails>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
    result: text('result').$type<EmailResult>(),
  },
  (table) => [
    check('mail_result_known', isOneOf(table.result, emailResults)),
    index('mail_unsent').on(table.id).where(sql`${table.doneAt} is null`),
    index('mail_by_done').on(table.doneAt).where(sql`${table.doneAt} is not null`),
    index('mail_of_recipient').on(table.recipient, table.kind, table.createdAt),
    check('mail_kind_known', isOneOf(table.kind, mailKinds)),
  ],
)
