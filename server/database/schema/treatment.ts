import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** A treatment that the clinic offers. `price` in cents; `slots` in chronological order. */
export const treatment = pgTable(
  'treatment',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique('treatment_name_once'),
    slots: text('slots').array().notNull(),
    price: integer('price').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [check('treatment_price_not_negative', sql`${table.price} >= 0`)],
)
