import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RequestState } from '#contract/calendar/absence-request.ts'
import { calendarDay, instant, isOneOf } from './columns.ts'
import { doctor } from './doctor.ts'
import { user } from './user.ts'

const states = ['open', 'accepted', 'refused', 'withdrawn'] satisfies RequestState[]

/** Absences that dentists ask for, both days included. An accepted one is also a row of `doctor_absence`. `reason` says
 *  why a request was refused. An exclusion constraint in the migration keeps the open requests of a doctor apart. */
export const absenceRequest = pgTable(
  'absence_request',
  {
    id: uuid('id').primaryKey(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctor.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    firstDay: calendarDay('first_day').notNull(),
    lastDay: calendarDay('last_day').notNull(),
    note: text('note').notNull().default(''),
    state: text('state').$type<RequestState>().notNull().default('open'),
    reason: text('reason').notNull().default(''),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('absence_request_of_doctor').on(table.doctorId),
    index('absence_request_of_user').on(table.userId),
    check('absence_request_in_order', sql`${table.firstDay} <= ${table.lastDay}`),
    check('absence_request_note_length', sql`length(${table.note}) <= 200`),
    check('absence_request_reason_length', sql`length(${table.reason}) <= 200`),
    check('absence_request_state_known', isOneOf(table.state, states)),
    check('absence_request_decided', sql`(${table.state} = 'open') = (${table.decidedAt} is null)`),
    check('absence_request_refused_with_reason', sql`(${table.state} = 'refused') = (${table.reason} <> '')`),
  ],
)
