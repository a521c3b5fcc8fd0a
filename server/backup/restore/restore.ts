import { StartError } from '#server/config/start-error.ts'
import { version } from '#server/config/version.ts'
import { migrationLock } from '#server/database/engine/postgres.ts'
import { setTimeZone } from '#server/database/engine/time-zone.ts'
import { applyMigrations, migrationNames } from '#server/database/session/migrations.ts'
import { type Session, tableOf } from '#server/database/session/session.ts'
import type { Migrations } from '../backup.ts'
import { countRowsIn, fixTextForms, listTables } from '../catalog.ts'
import { readBackupFile } from '../file.ts'
import { type Header, type Manifest, nameOf, type Part, parts, type Table } from '../format/format.ts'
import { clearTarget, refuseTarget, type Target } from './target.ts'

/** What to restore. */
export type Restore = {
  file: string
  key: string | undefined
  migrations: Migrations
  /** The clinic's zone, for migrations that are newer than the backup. */
  timeZone: string
  target: Target
  /** Called for each table that is loaded. */
  onTable?: (name: string) => void
  /** Called before the migrations that are newer than the backup, in the same transaction: if it rejects, nothing is
   *  restored. */
  onLoaded?: (session: Session, manifest: Manifest) => Promise<void>
}

/** Replaces the contents of a database by a backup, in one transaction: after any error the database is as it was.
 *  Returns what was restored.
 *  @throws StartError if the backup or the target can't be used */
export async function restore(session: Session, options: Restore): Promise<Manifest> {
  const { file, key, migrations, timeZone, target } = options
  // Twice: nothing is locked until the whole file is known to be sound.
  const verified = await readBackupFile(file, key)
  refuseNewer(file, verified.migrations, migrations)
  await session.query('SELECT pg_advisory_lock($1)', [migrationLock])
  await setTimeZone(session.query, timeZone)
  await session.query("BEGIN; SET LOCAL lock_timeout = '30s'")
  await refuseTarget(session, migrations, target)
  await clearTarget(session, migrations)
  const manifest = await load(session, options, verified)
  await options.onLoaded?.(session, manifest)
  for (const part of partsOf(manifest)) {
    const after = manifest.migrations[part]
    if (after) await applyMigrations(session, migrations[part], { after })
  }
  await commit(session, target.name)
  return manifest
}

async function commit(session: Session, name: string) {
  try {
    await session.query('COMMIT')
  } catch {
    throw new StartError(`The connection to ${name} broke at the end: look whether it has the data of the backup`)
  }
  // The planner's statistics come later without it.
  await session.query('ANALYZE').catch(() => {})
  await session.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
}

function partsOf({ migrations }: Header): Part[] {
  return parts.filter((part) => migrations[part] !== undefined)
}

function refuseNewer(file: string, made: Header['migrations'], known: Migrations) {
  for (const part of parts) {
    const newest = made[part]
    if (newest && !migrationNames(known[part]).includes(newest)) {
      throw new StartError(
        `${file} was made by a newer release than this one, ${version}: it has the migration ${newest}. Restore it with that release`,
      )
    }
  }
}

async function load(session: Session, { file, key, migrations, onTable }: Restore, verified: Manifest) {
  const manifest = await readBackupFile(file, key, {
    header: async ({ migrations: made }) => {
      for (const part of parts) {
        const through = made[part]
        if (through) await applyMigrations(session, migrations[part], { through })
      }
      await fixTextForms(session)
      await prepareTables(session, file, verified.tables)
    },
    rows: async (table, blocks) => {
      onTable?.(nameOf(table))
      await session.writeRows(table, blocks)
    },
  })
  for (const table of manifest.tables) {
    if ((await countRowsIn(session, table)) !== table.rows) throw new StartError(`${nameOf(table)} lost rows`)
    await setSequences(session, table)
    await session.query(`ALTER TABLE ${tableOf(table)} ENABLE TRIGGER USER`)
  }
  return manifest
}

// Triggers have done their work for these rows already. Migrations may have inserted rows, which the backup has too.
async function prepareTables(session: Session, file: string, tables: readonly Table[]) {
  const existing = new Set((await listTables(session, parts)).map(nameOf))
  const unknown = tables.map(nameOf).find((name) => !existing.has(name))
  if (unknown) throw new StartError(`${file} has a table that this release does not know: ${unknown}`)
  for (const table of tables) await session.query(`ALTER TABLE ${tableOf(table)} DISABLE TRIGGER USER`)
  if (tables.length > 0) await session.query(`TRUNCATE ${tables.map(tableOf).join(', ')}`)
}

async function setSequences(session: Session, table: Table) {
  for (const [column, last] of Object.entries(table.sequences)) {
    if (last === null) continue
    await session.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [tableOf(table), column, last])
  }
}
