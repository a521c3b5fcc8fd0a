import { pgSchema } from 'drizzle-orm/pg-core'

/** The database schema of the sandboxes' tables. The migrator creates it, so drizzle-kit must not: its configuration
 *  reads the schemas of the folders only. */
export const sandboxSchema = pgSchema('sandbox')
