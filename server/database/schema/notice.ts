import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { booking } from './booking.ts'
import { instant } from './columns.ts'

/** What a patient is told about an appointment. */
export type NoticeKind = 'booked' | 'moved' | 'cancelled' | 'reminder'

/** A notice that a patient gets by email. Triggers of `booking` insert those of a change within the change's transaction. `sequence` and
 *  `startsAt` are the booking's at that time. `doneAt`: its email was added, or it was out of date. */
export const appointmentNotice = pgTable(
  'appointment_notice',
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NoticeKind>().notNull(),
    sequence: integer('sequence').notNull(),
    startsAt: instant('starts_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
  },
  (table) => [
    primaryKey({ name: 'appointment_notice_once', columns: [table.bookingId, table.kind, table.sequence] }),
    uniqueIndex('appointment_notice_reminder_once')
      .on(table.bookingId, table.startsAt)
      .where(sql`${table.kind} = 'reminder'`),
    index('appointment_notice_waiting').on(table.createdAt).where(sql`${table.doneAt} is null`),
    check('appointment_notice_kind_known', sql`${table.kind} in ('booked', 'moved', 'cancelled', 'reminder')`),
  ],
)
