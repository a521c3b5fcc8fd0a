import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { booking } from './booking.ts'
import { calendarDay, instant } from './columns.ts'
import { patient } from './patient.ts'
import { treatment } from './treatment.ts'

/** A patient who is due for a treatment again: its interval has passed since their last visit for it. One row for each
 *  visit after which they are due, so that nobody is invited twice. `invitedAt`: an email was added. `calledAt`: staff
 *  called them. `bookingId`: what they booked by the link in the email. `closedAt`: they have come since, or the visit
 *  was none. */
export const recall = pgTable(
  'recall',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    lastVisitOn: calendarDay('last_visit_on').notNull(),
    foundAt: instant('found_at').notNull().defaultNow(),
    invitedAt: instant('invited_at'),
    calledAt: instant('called_at'),
    bookingId: uuid('booking_id').references(() => booking.id),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('recall_once').on(table.patientId, table.treatmentId, table.lastVisitOn),
    index('recall_open').on(table.lastVisitOn).where(sql`${table.closedAt} is null`),
    index('recall_by_invitation').on(table.invitedAt).where(sql`${table.invitedAt} is not null`),
    index('recall_of_booking').on(table.bookingId).where(sql`${table.bookingId} is not null`),
  ],
)
