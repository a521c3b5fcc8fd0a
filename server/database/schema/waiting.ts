import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type WaitingEnd, waitingEnds } from '#contract/booking/waiting-list.ts'
import { type OfferState, offerStates } from '#contract/booking/waiting-offer.ts'
import { booking } from './booking.ts'
import { calendarDay, instant, isOneOf } from './columns.ts'
import { doctor } from './doctor.ts'
import { patient } from './patient.ts'
import { treatment } from './treatment.ts'

/** Somebody who waits for an earlier time of a treatment: with one dentist or any, on some weekdays (1, Monday, to 7),
 *  between two times of day (minutes after midnight on the clinic's clock), until a day. `bookingId`: the appointment
 *  that it would replace. `joinedBy`: the account that joined; without a foreign key, so that it outlives the account.
 *  `addedBy`: the email of the staff who added it, else empty. A trigger ends it when the patient has what they
 *  wanted (end_waiting.sql). */
export const waitingEntry = pgTable(
  'waiting_entry',
  {
    id: uuid('id').primaryKey(),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    doctorId: uuid('doctor_id').references(() => doctor.id),
    weekdays: integer('weekdays').array().notNull(),
    fromMinutes: integer('from_minutes').notNull(),
    untilMinutes: integer('until_minutes').notNull(),
    lastDay: calendarDay('last_day').notNull(),
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'cascade' }),
    joinedBy: text('joined_by'),
    addedBy: text('added_by').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<WaitingEnd>(),
  },
  (table) => [
    uniqueIndex('waiting_entry_once').on(table.patientId, table.treatmentId).where(sql`${table.endedAt} is null`),
    index('waiting_entry_in_order').on(table.createdAt, table.id).where(sql`${table.endedAt} is null`),
    index('waiting_entry_of_patient').on(table.patientId),
    index('waiting_entry_of_booking').on(table.bookingId).where(sql`${table.bookingId} is not null`),
    check(
      'waiting_entry_weekdays',
      sql`${table.weekdays} <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(${table.weekdays}) between 1 and 7`,
    ),
    check(
      'waiting_entry_hours',
      sql`0 <= ${table.fromMinutes} and ${table.fromMinutes} < ${table.untilMinutes} and ${table.untilMinutes} <= 1440`,
    ),
    check('waiting_entry_end', sql`(${table.endedAt} is null) = (${table.endReason} is null)`),
    check('waiting_entry_end_known', isOneOf(table.endReason, waitingEnds)),
  ],
)
export type WaitingRow = typeof waitingEntry.$inferSelect

/** A time that was offered by email to somebody who waits. `doctorId`: the dentist whom they wait for; none for any.
 *  The unique constraint lets nobody be offered one time twice. */
export const waitingOffer = pgTable(
  'waiting_offer',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => waitingEntry.id, { onDelete: 'cascade' }),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    doctorId: uuid('doctor_id').references(() => doctor.id),
    date: calendarDay('date').notNull(),
    slot: text('slot').notNull(),
    startsAt: instant('starts_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    state: text('state').$type<OfferState>().notNull().default('open'),
    stateAt: instant('state_at'),
    /** What was booked or moved by it. */
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('waiting_offer_once').on(table.patientId, table.treatmentId, table.startsAt),
    index('waiting_offer_of_entry').on(table.entryId),
    index('waiting_offer_of_time').on(table.treatmentId, table.startsAt),
    index('waiting_offer_open').on(table.patientId).where(sql`${table.state} = 'open'`),
    index('waiting_offer_by_time').on(table.sentAt),
    check('waiting_offer_state_known', isOneOf(table.state, offerStates)),
  ],
)
export type OfferRow = typeof waitingOffer.$inferSelect

/** A time that has become free while somebody waits. A trigger of `booking` adds the former time of an appointment that
 *  is cancelled or moves (note_freed_time.sql); after a change of the rules, a job adds the new times of dentists, and
 *  of treatments without one. `freesChair`: any treatment may have become possible then. */
export const freedTime = pgTable(
  'freed_time',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    date: calendarDay('date').notNull(),
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    doctorId: uuid('doctor_id').references(() => doctor.id),
    treatmentId: uuid('treatment_id').references(() => treatment.id),
    freesChair: boolean('frees_chair').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('freed_time_by_end').on(table.untilAt),
    check('freed_time_in_order', sql`${table.fromAt} < ${table.untilAt}`),
  ],
)
export type FreedRow = typeof freedTime.$inferSelect

/** How far the list is looked through, in one row. `run` counts the rounds that wrote something: of two instances with
 *  the same number only one writes. `rules` are those of `rulesVersion`, to find what a change of them has freed. */
export const waitingState = pgTable(
  'waiting_state',
  {
    only: boolean('only').primaryKey().default(true),
    run: integer('run').notNull().default(0),
    rulesVersion: integer('rules_version').notNull().default(0),
    rules: jsonb('rules'),
  },
  (table) => [check('waiting_state_once', sql`${table.only}`)],
)
