import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type CancelReason, cancelReasons } from '#contract/booking/change-booking.ts'
import { type CallKind, callKinds } from '#contract/calendar/attention.ts'
import { type AppointmentStatus, appointmentStatuses } from '#contract/desk/day.ts'
import { chair } from './calendar.ts'
import { calendarDay, instant, instantRange, isOneOf } from './columns.ts'
import { doctor } from './doctor.ts'
import { patient } from './patient.ts'
import { treatment } from './treatment.ts'
import { user } from './user.ts'

/** A patient's appointment. Treatment name, the patient's name, and the account's email are those at the time of
 *  booking. Triggers keep its sums of `charge`, `payment` and `refund`, in cents (sum_booking_money.sql). `date` and
 *  `slot` are the clinic's wall clock time of `startsAt` and `endsAt`. Exclusion constraints in the migrations keep the
 *  bookings of a doctor, a chair and a patient apart, and those of a treatment without a doctor. */
export const booking = pgTable(
  'booking',
  {
    id: uuid('id').primaryKey(),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    treatment: text('treatment').notNull(),
    date: calendarDay('date').notNull(),
    slot: text('slot').notNull(),
    /** The agreed price: what is charged, without credits. */
    priceCents: integer('price').notNull(),
    /** What is not charged any more: it is cancelled, or was paid back. */
    creditedCents: integer('credited').notNull().default(0),
    /** What was paid, also if it was paid back. */
    receivedCents: integer('received').notNull().default(0),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id),
    patient: text('patient').notNull(),
    patientName: text('patient_name').notNull(),
    phone: text('phone').notNull(),
    /** While nothing is owed and something was paid: the card payment's id, or else the receipt's number. */
    transactionId: text('transaction_id'),
    paidAt: instant('paid_at'),
    /** What is to go back to the patient, and what has arrived there, the last at `refundedAt`. */
    refundingCents: integer('refunding').notNull().default(0),
    refundedCents: integer('refunded').notNull().default(0),
    refundedAt: instant('refunded_at'),
    /** What is still to pay; negative for what was paid beyond what is charged, until it is given back. */
    owedCents: integer('owed').notNull().generatedAlwaysAs(sql`price - credited - received + refunding + refunded`),
    /** Whether staff have set a fee for not coming, which can be 0, instead of the treatment's price. */
    noShowCharged: boolean('no_show_charged').notNull().default(false),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /** Exempt from the exclusion constraints: staff keep it in spite of an overlap or of the clinic's rules. */
    overridden: boolean('overridden').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** From the start until the doctor and the chair are free again. */
    busy: instantRange('busy').notNull(),
    doctorId: uuid('doctor_id').references(() => doctor.id),
    chairId: uuid('chair_id').references(() => chair.id),
    status: text('status').$type<AppointmentStatus>().notNull().default('booked'),
    /** When the clinic last changed the status: the patient arrived, was treated or did not come. */
    statusAt: instant('status_at'),
    /** The clinic's own note. */
    note: text('note').notNull().default(''),
    /** The number of changes that patients are told about, for calendar files (RFC 5545, section 3.8.7.4). A trigger
     *  adds a notice for each. */
    sequence: integer('sequence').notNull().default(0),
    /** When it was booked or `sequence` last changed. A trigger keeps it. */
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** When it was booked or last moved to another time. A patient who chose the time recently needs no reminder. */
    scheduledAt: instant('scheduled_at').notNull().defaultNow(),
    /** It is the patient's second of this treatment on its day, which the clinic permits. */
    secondThatDay: boolean('second_that_day').notNull().default(false),
    /** The id of the account that booked it; none if staff did. No foreign key, so that it outlives the account. */
    bookedBy: text('booked_by'),
    /** Why staff keep it in spite of the rules. Patients don't see it. */
    overrideReason: text('override_reason').notNull().default(''),
    /** The request of staff that made it, as a hash that is keyed with the request's id. */
    requestHash: text('request_hash'),
    /** What its cancellation gave back. */
    cancelRefundCents: integer('cancel_refund').notNull().default(0),
  },
  (table) => [
    uniqueIndex('booking_patient_once')
      .on(table.patientId, table.treatmentId, table.date)
      .where(sql`${table.status} <> 'cancelled' and not ${table.secondThatDay}`),
    uniqueIndex('booking_transaction_once').on(table.transactionId).where(sql`${table.transactionId} is not null`),
    index('booking_of_patient').on(table.patientId),
    // For the limit of upcoming appointments that an account has booked.
    index('booking_by_account')
      .on(table.bookedBy, table.date)
      .where(sql`${table.bookedBy} is not null and ${table.status} <> 'cancelled'`),
    index('booking_by_date').on(table.date),
    index('booking_by_start').on(table.startsAt).where(sql`${table.status} <> 'cancelled'`),
    index('booking_overridden').on(table.startsAt).where(sql`${table.overridden} and ${table.status} <> 'cancelled'`),
    // What patients came for, for those who are due again.
    index('booking_attended')
      .on(table.treatmentId, table.patientId, table.date)
      .where(sql`${table.status} in ('arrived', 'done')`),
    index('booking_owed').on(table.startsAt).where(sql`${table.owedCents} > 0`),
    check('booking_price_not_negative', sql`${table.priceCents} >= 0`),
    check('booking_phone_length', sql`length(${table.phone}) <= 40`),
    check('booking_note_length', sql`length(${table.note}) <= 200`),
    check('booking_override_reason_length', sql`length(${table.overrideReason}) <= 200`),
    check(
      'booking_cancel_refund_within_payment',
      sql`${table.cancelRefundCents} between 0 and ${table.receivedCents} and (${table.cancelRefundCents} = 0 or ${table.status} = 'cancelled')`,
    ),
    check('booking_paid_with_transaction', sql`(${table.paidAt} is null) = (${table.transactionId} is null)`),
    check(
      'booking_refund_within_payment',
      sql`${table.refundingCents} >= 0 and ${table.refundedCents} >= 0 and ${table.refundingCents} + ${table.refundedCents} <= ${table.receivedCents}`,
    ),
    check('booking_refunded_at', sql`(${table.refundedCents} > 0) = (${table.refundedAt} is not null)`),
    check('booking_status_known', isOneOf(table.status, appointmentStatuses)),
    check('booking_cancel_reason_known', isOneOf(table.cancelReason, cancelReasons)),
    check('booking_cancelled_at', sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null)`),
    check(
      'booking_busy_from_start',
      sql`${table.startsAt} < ${table.endsAt} and lower(${table.busy}) = ${table.startsAt} and upper(${table.busy}) >= ${table.endsAt}`,
    ),
  ],
)

/** Matches the bookings that are not cancelled. The state is no parameter, because a plan for any value can't use the
 *  partial indexes. */
export const isLive = sql`${booking.status} <> 'cancelled'`

/** A row of `booking`: `price` in cents, `date` as YYYY-MM-DD. */
export type BookingRow = typeof booking.$inferSelect

/** Kinds of notices to patients. */
const noticeKinds = ['booked', 'moved', 'cancelled', 'reminder', 'choose'] as const

/** A notice that a patient gets by email. Triggers of `booking` insert those of a change within the change's
 *  transaction; staff add those that ask a patient to choose another time. `sequence` and `startsAt` are the booking's
 *  at that time. `hoursBefore`: which of several reminders it is, 0 for the clinic's first one. `doneAt`: its email
 *  was added, or it was out of date. `message`: what staff add to its text. */
export const appointmentNotice = pgTable(
  'appointment_notice',
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof noticeKinds)[number]>().notNull(),
    sequence: integer('sequence').notNull(),
    startsAt: instant('starts_at').notNull(),
    hoursBefore: integer('hours_before').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
    message: text('message').notNull().default(''),
  },
  (table) => [
    check('appointment_notice_message', sql`length(${table.message}) <= 500`),
    primaryKey({
      name: 'appointment_notice_once',
      columns: [table.bookingId, table.kind, table.sequence, table.hoursBefore],
    }),
    uniqueIndex('appointment_notice_reminder_once')
      .on(table.bookingId, table.startsAt, table.hoursBefore)
      .where(sql`${table.kind} = 'reminder'`),
    index('appointment_notice_waiting').on(table.createdAt).where(sql`${table.doneAt} is null`),
    check('appointment_notice_kind_known', isOneOf(table.kind, noticeKinds)),
  ],
)

/** A patient whom staff tell by phone what became of an appointment, because no email reaches them or they want to be
 *  called. `fromDate` and `fromSlot`: when it was before. An appointment is in one call that is open. */
export const patientCall = pgTable(
  'patient_call',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CallKind>().notNull(),
    fromDate: calendarDay('from_date').notNull(),
    fromSlot: text('from_slot').notNull(),
    message: text('message').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    calledAt: instant('called_at'),
    calledBy: text('called_by'),
  },
  (table) => [
    uniqueIndex('patient_call_open_once').on(table.bookingId).where(sql`${table.calledAt} is null`),
    index('patient_call_by_call').on(table.calledAt).where(sql`${table.calledAt} is not null`),
    check('patient_call_kind_known', isOneOf(table.kind, callKinds)),
    check('patient_call_message', sql`length(${table.message}) <= 500`),
    check('patient_call_done', sql`(${table.calledAt} is null) = (${table.calledBy} is null)`),
  ],
)

/** A private calendar feed: the appointments of an account's patients, or those of a doctor. Its address contains the
 *  id; a new row replaces it to renew the address. */
export const calendarFeed = pgTable(
  'calendar_feed',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    doctorId: uuid('doctor_id').references(() => doctor.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('calendar_feed_of_user_once').on(table.userId),
    uniqueIndex('calendar_feed_of_doctor_once').on(table.doctorId),
    check('calendar_feed_of_one', sql`(${table.userId} is null) <> (${table.doctorId} is null)`),
  ],
)
