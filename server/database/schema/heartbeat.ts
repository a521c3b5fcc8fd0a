import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When the primary last confirmed a change: one row, which instances of a cluster renew twice a second. On a standby,
 *  its age is that of all that the standby has. */
export const heartbeat = pgTable(
  'heartbeat',
  {
    id: integer('id').primaryKey(),
    at: instant('at').notNull(),
  },
  (table) => [check('heartbeat_single', sql`${table.id} = 1`)],
)
