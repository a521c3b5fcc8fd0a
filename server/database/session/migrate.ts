import { StartError } from '#server/config/start-error.ts'
import { version } from '#server/config/version.ts'
import type { ExecuteSql } from '../db.ts'
import { newestMigrationOf, oldestCompatible } from '../releases.ts'
import { refuseFormerReleases } from './former-list.ts'
import { appliedMigrations, formerly, journalOf, listOf, type MigrationConfig } from './migrations.ts'
import { readRelease, writeRelease } from './release-row.ts'

/** Runs `migrate`, which applies the product's migrations that a database lacks, and returns their names. Call it on
 *  one instance at a time.
 *  @throws StartError if a newer release migrated the database and this one can't run on it */
export async function migrateProduct(
  executeSql: ExecuteSql,
  config: MigrationConfig,
  migrate: (config: MigrationConfig) => Promise<void>,
): Promise<string[]> {
  const { applied, list } = await appliedMigrations(executeSql, config)
  const journal = journalOf(config)
  const newest = journal.at(-1)?.when ?? 0
  if (Math.max(0, ...applied) > newest) {
    await refuseUnlessCompatible(executeSql, newest)
    return []
  }
  const former = formerly(config)
  // Moved only once all migrations are applied: after one that fails, the former release can still start.
  await migrate(list === listOf(former) ? former : config)
  if (list === listOf(former)) await executeSql(`ALTER TABLE ${list} RENAME TO ${config.migrationsTable}`)
  await writeRelease(executeSql, journal.find(({ tag }) => tag === newestMigrationOf(oldestCompatible))?.when ?? newest)
  await refuseFormerReleases(executeSql)
  return journal.filter(({ when }) => !applied.includes(when)).map(({ tag }) => tag)
}

/** Says in one line how many migrations a database got. */
export function countMigrations(names: readonly string[]): string {
  if (names.length === 0) return 'nothing to migrate'
  return `applied ${names.length} ${names.length === 1 ? 'migration' : 'migrations'}`
}

/** Says in one line which migrations a database got. */
export function describeMigrations(names: readonly string[]): string {
  return names.length === 0 ? countMigrations(names) : `${countMigrations(names)}: ${names.join(', ')}`
}

async function refuseUnlessCompatible(executeSql: ExecuteSql, ownNewest: number) {
  const row = await readRelease(executeSql)
  if (row && row.oldest <= ownNewest) return
  throw new StartError(
    `The database has the tables of ${row ? `release ${row.version}` : 'a newer release'}, and this is ${version}, which can't run on them: start ${row?.version ?? 'the newer release'}, or restore a backup that ${version} made (docs/releasing.md)`,
  )
}
