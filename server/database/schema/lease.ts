import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Work that one instance does at a time: `holder` has it until then. */
export const lease = pgTable('lease', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  until: instant('until').notNull(),
})
