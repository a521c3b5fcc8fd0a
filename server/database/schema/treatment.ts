import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A treatment that the clinic offers. `price` in cents. After an appointment its dentist and chair are busy for
 *  `bufferMinutes` more. A retired treatment can't be booked. Patients are invited back `recallMonths` after they had
 *  it; without, they are not. */
export const treatment = pgTable(
  'treatment',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique('treatment_name_once'),
    priceCents: integer('price').notNull(),
    position: integer('position').notNull(),
    durationMinutes: integer('duration_minutes').notNull().default(30),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    retiredAt: instant('retired_at'),
    recallMonths: integer('recall_months'),
  },
  (table) => [
    check('treatment_price_not_negative', sql`${table.priceCents} >= 0`),
    check('treatment_duration', sql`${table.durationMinutes} between 5 and 480`),
    check('treatment_recall_months', sql`${table.recallMonths} between 1 and 60`),
    check('treatment_buffer', sql`${table.bufferMinutes} between 0 and 120`),
  ],
)
