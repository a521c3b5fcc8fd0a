import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When the newest complete backup read the database: one row, or none before the first backup. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer('id').primaryKey(),
    at: instant('at').notNull(),
  },
  (table) => [check('last_backup_single', sql`${table.id} = 1`)],
)
