import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { calendarDay, instant, instantRange } from './columns.ts'

const day = calendarDay('day').notNull()
const sum = {
  figure: text('figure').notNull(),
  /** What of the figure: the id of a treatment or a dentist, a method, a range of days or hours. */
  key: text('key').notNull(),
  /** Appointments, minutes or cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
}

/** What reports add up: the sums of each day, without what is still in `report_change` and `report_booking`
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

/** What to add to both. Triggers insert these rows in the transaction of each change of a payment or a refund. The
 *  figure `patient` says that the first day of the patient `key` may have changed. */
export const reportChange = pgTable('report_change', { day, ...sum })

/** What a changed booking was before (`sign` -1) and is since (1). Triggers insert these rows in the transaction of the
 *  change, and figures_of_booking.sql makes the figures of them later. */
export const reportBooking = pgTable('report_booking', {
  sign: smallint('sign').notNull(),
  date: calendarDay('date').notNull(),
  slot: text('slot').notNull(),
  startsAt: instant('starts_at').notNull(),
  busy: instantRange('busy').notNull(),
  createdAt: instant('created_at').notNull(),
  cancelledAt: instant('cancelled_at'),
  status: text('status').notNull(),
  treatmentId: uuid('treatment_id').notNull(),
  doctorId: uuid('doctor_id'),
  patientId: text('patient_id').notNull(),
  owedCents: integer('owed').notNull(),
})

/** The day of each patient's first appointment that was not cancelled. */
export const reportPatient = pgTable(
  'report_patient',
  {
    patientId: text('patient_id').primaryKey(),
    firstDay: calendarDay('first_day').notNull(),
  },
  (table) => [index('report_patient_by_first_day').on(table.firstDay)],
)
