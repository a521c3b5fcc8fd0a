import { sql } from 'drizzle-orm'
import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const sum = {
  day: date('day', { mode: 'string' }).notNull(),
  figure: text('figure').notNull(),
  /** What of the figure: the id of a treatment or a dentist, a method, a range of days or hours. */
  key: text('key').notNull(),
  /** Appointments, minutes or cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
}

/** What reports add up: the sums of each day, without the changes that are still in `report_change`
 *  (docs/decisions/0080). */
export const reportFigure = pgTable('report_figure', sum, (table) => [
  primaryKey({ name: 'report_figure_once', columns: [table.day, table.figure, table.key] }),
  index('report_figure_owed').on(table.day).where(sql`${table.figure} in ('owed', 'owing')`),
])

/** What to add to `report_figure`. Triggers insert these rows in the transaction of each change of a booking, a payment
 *  or a refund. The figure `patient` says that the first day of the patient `key` may have changed. */
export const reportChange = pgTable('report_change', sum)

/** The day of each patient's first appointment that was not cancelled. */
export const reportPatient = pgTable(
  'report_patient',
  {
    patientId: text('patient_id').primaryKey(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
  },
  (table) => [index('report_patient_by_first_day').on(table.firstDay)],
)
