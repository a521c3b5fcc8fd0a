import { join } from 'node:path'
import { schemaName } from './stripe/schema.ts'

/** The migrations of the sandbox's tables. The list of applied ones is in the same database schema as the tables. */
export const sandboxTables = { migrationsFolder: join(import.meta.dirname, 'migrations'), migrationsSchema: schemaName }
