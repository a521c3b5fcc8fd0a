import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AmountsByMethod } from '#contract/desk/till.ts'
import { calendarDay, instant } from './columns.ts'

/** The till, in one row that every payment and every closing of a day locks: the last day that is closed, and the last
 *  number of a receipt. */
export const till = pgTable(
  'till',
  {
    only: boolean('only').primaryKey().default(true),
    closedThrough: calendarDay('closed_through'),
    receiptYear: integer('receipt_year').notNull().default(0),
    receiptCount: integer('receipt_count').notNull().default(0),
  },
  (table) => [check('till_once', sql`${table.only}`)],
)

/** A closed day of the till, with the open days before it, from `firstDay` on. Amounts in cents: `expected` are the
 *  payments less the refunds of these days by method, `counted` what staff counted, `difference` the counted beyond the
 *  expected. */
export const dayClose = pgTable(
  'day_close',
  {
    date: calendarDay('date').primaryKey(),
    firstDay: calendarDay('first_day').notNull(),
    expected: jsonb('expected').$type<AmountsByMethod>().notNull(),
    counted: jsonb('counted').$type<AmountsByMethod>().notNull(),
    difference: bigint('difference', { mode: 'number' }).notNull(),
    note: text('note').notNull().default(''),
    closedBy: text('closed_by').notNull(),
    closedAt: instant('closed_at').notNull().defaultNow(),
  },
  (table) => [
    check('day_close_in_order', sql`${table.firstDay} <= ${table.date}`),
    check('day_close_note_length', sql`length(${table.note}) <= 200`),
  ],
)
