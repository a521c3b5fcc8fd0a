import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type TreatmentColor, treatmentColors } from '#contract/calendar/treatment-color.ts'
import { type VisitReason, visitReasons } from '#contract/calendar/visit-reason.ts'
import { instant } from './columns.ts'

const knownReasons = sql.raw(`'{${visitReasons.join(',')}}'::text[]`)
const knownColors = sql.raw(treatmentColors.map((color) => `'${color}'`).join(', '))

/** A treatment that the clinic offers. `price` in cents. After an appointment its dentist and chair are busy for
 *  `bufferMinutes` more. Patients see those of a `category` together. `description` is a sentence for them. A retired
 *  treatment can't be booked, and only staff book one that is not `online`. Patients are invited back `recallMonths`
 *  after they had it; without, they are not. Staff see its appointments with the stripe of `color`, if it has one. */
export const treatment = pgTable(
  'treatment',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique('treatment_name_once'),
    priceCents: integer('price').notNull(),
    position: integer('position').notNull(),
    category: text('category').notNull().default(''),
    durationMinutes: integer('duration_minutes').notNull().default(30),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    description: text('description').notNull().default(''),
    reasons: text('reasons').array().$type<VisitReason[]>().notNull().default([]),
    retiredAt: instant('retired_at'),
    recallMonths: integer('recall_months'),
    online: boolean('online').notNull().default(true),
    color: text('color').$type<TreatmentColor>(),
  },
  (table) => [
    check('treatment_price_not_negative', sql`${table.priceCents} >= 0`),
    check('treatment_duration', sql`${table.durationMinutes} between 5 and 480`),
    check('treatment_recall_months', sql`${table.recallMonths} between 1 and 60`),
    check('treatment_buffer', sql`${table.bufferMinutes} between 0 and 120`),
    check('treatment_category', sql`length(${table.category}) <= 60`),
    check('treatment_description', sql`length(${table.description}) <= 200`),
    check('treatment_reasons', sql`${table.reasons} <@ ${knownReasons}`),
    check('treatment_color', sql`${table.color} in (${knownColors})`),
  ],
)
