import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { calendarDay } from './columns.ts'

const day = calendarDay('day').notNull()
const sum = {
  figure: text('figure').notNull(),
  /** What of the figure: the id of a treatment or a dentist, a method, a range of days or hours. */
  key: text('key').notNull(),
  /** Appointments, minutes or cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
}

/** What reports add up: the sums of each day, without the changes that are still in `report_change`
 *  (docs/decisions/0080). */
export const reportFigure = pgTable('report_figure', { day, ...sum }, (table) => [
  primaryKey({ name: 'report_figure_once', columns: [table.day, table.figure, table.key] }),
  index('report_figure_by_figure')
    .on(table.figure, table.day)
    .where(sql`${table.figure} in ('appointments', 'owed', 'owing', 'taken-by-method')`),
])

/** The same sums of whole months, by their first day. */
export const reportMonth = pgTable('report_month', { month: calendarDay('month').notNull(), ...sum }, (table) => [
  primaryKey({ name: 'report_month_once', columns: [table.month, table.figure, table.key] }),
])

/** What to add to both. Triggers insert these rows in the transaction of each change of a booking, a payment
 *  or a refund. The figure `patient` says that the first day of the patient `key` may have changed. */
export const reportChange = pgTable('report_change', { day, ...sum })

/** The day of each patient's first appointment that was not cancelled. */
export const reportPatient = pgTable(
  'report_patient',
  {
    patientId: text('patient_id').primaryKey(),
    firstDay: calendarDay('first_day').notNull(),
  },
  (table) => [index('report_patient_by_first_day').on(table.firstDay)],
)
