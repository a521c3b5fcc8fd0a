import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'
import { version } from '#server/config/version.ts'
import type { ExecuteSql } from '../db.ts'
import { appliedMigrations, journalOf, type MigrationConfig } from './migrations.ts'

/** The newest migration of the oldest release that may run on the schema of this one: the previous release, beside
 *  which it serves during an update. Raise it when a migration takes something away that the release before needs
 *  (docs/releasing.md). */
export const oldestCompatible = '0038_report'

// Beside Drizzle's list of migrations, which is no part of a backup: a restored database has the row again after its
// first start.
const table = 'drizzle.release'
const rowSchema = z.tuple([z.object({ version: z.string(), oldest: z.coerce.number() })]).rest(z.unknown())

/** Runs `migrate`, which applies the product's migrations that a database lacks, and returns their names. Call it on
 *  one instance at a time.
 *  @throws StartError if a newer release migrated the database and this one can't run on it */
export async function migrateProduct(
  executeSql: ExecuteSql,
  config: MigrationConfig,
  migrate: () => Promise<void>,
): Promise<string[]> {
  const before = await appliedMigrations(executeSql, config)
  const journal = journalOf(config)
  const newest = journal.at(-1)?.when ?? 0
  if (Math.max(0, ...before) > newest) {
    await refuseUnlessCompatible(executeSql, newest)
    return []
  }
  await migrate()
  const oldest = journal.find(({ tag }) => tag === oldestCompatible)?.when ?? newest
  await executeSql(
    `CREATE TABLE IF NOT EXISTS ${table} (id integer PRIMARY KEY CHECK (id = 1), version text NOT NULL, oldest bigint NOT NULL)`,
  )
  await executeSql(
    `INSERT INTO ${table} (id, version, oldest) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, oldest = excluded.oldest`,
    [version, oldest],
  )
  return journal.filter(({ when }) => !before.includes(when)).map(({ tag }) => tag)
}

/** Says in one line which migrations a database got. */
export function describeMigrations(names: readonly string[]): string {
  if (names.length === 0) return 'nothing to migrate'
  return `applied ${names.length} ${names.length === 1 ? 'migration' : 'migrations'}: ${names.join(', ')}`
}

async function refuseUnlessCompatible(executeSql: ExecuteSql, ownNewest: number) {
  const { rows: found } = await executeSql('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  const [{ exists }] = z.tuple([z.object({ exists: z.boolean() })]).parse(found)
  const { rows } = exists ? await executeSql(`SELECT version, oldest FROM ${table}`) : { rows: [] }
  const row = rowSchema.safeParse(rows).data?.[0]
  if (row && row.oldest <= ownNewest) return
  throw new StartError(
    `The database has the tables of ${row ? `release ${row.version}` : 'a newer release'}, on which ${version} can't run: start that release, or restore a backup that ${version} made (docs/releasing.md)`,
  )
}
