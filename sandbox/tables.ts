import { join } from 'node:path'
import { sandboxSchema } from './schema.ts'

/** The migrations of the sandboxes' tables. The list of applied ones is in the same database schema as the tables. */
export const sandboxTables = {
  migrationsFolder: join(import.meta.dirname, 'migrations'),
  migrationsSchema: sandboxSchema.schemaName,
}
