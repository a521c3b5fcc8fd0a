import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { treatment } from './treatment.ts'
import { user } from './user.ts'

/** A patient's appointment. Treatment name, price (cents), and the patient's name and email are those at the time of booking. */
export const booking = pgTable(
  'booking',
  {
    id: uuid('id').primaryKey(),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    treatment: text('treatment').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    slot: text('slot').notNull(),
    price: integer('price').notNull(),
    patientId: text('patient_id')
      .notNull()
      .references(() => user.id),
    patient: text('patient').notNull(),
    patientName: text('patient_name').notNull(),
    phone: text('phone').notNull(),
    transactionId: text('transaction_id'),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    /** Exempt from the limit of one appointment at a time. A migration set it for conflicts that already existed. */
    overridden: boolean('overridden').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The date comes first, so that this index also serves the query for the taken slots of a day.
    uniqueIndex('booking_slot_once')
      .on(table.date, table.treatmentId, table.slot)
      .where(sql`${table.cancelledAt} is null`),
    uniqueIndex('booking_patient_once')
      .on(table.patientId, table.treatmentId, table.date)
      .where(sql`${table.cancelledAt} is null`),
    uniqueIndex('booking_patient_time_once')
      .on(table.patientId, table.date, table.slot)
      .where(sql`${table.cancelledAt} is null and not ${table.overridden}`),
    uniqueIndex('booking_transaction_once').on(table.transactionId).where(sql`${table.transactionId} is not null`),
    check('booking_price_not_negative', sql`${table.price} >= 0`),
    check('booking_phone_length', sql`length(${table.phone}) <= 40`),
    check('booking_paid_with_transaction', sql`(${table.paidAt} is null) = (${table.transactionId} is null)`),
  ],
)

/** A row of `booking`: `price` in cents, `date` as YYYY-MM-DD. */
export type BookingRow = typeof booking.$inferSelect
