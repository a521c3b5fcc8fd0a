import { loadMigrations } from '#server/app/backup/migrations.ts'
import { backupOf, type Migrations } from '#server/backup/backup.ts'
import { type Checksum, checksumOf, fixTextForms, listTables } from '#server/backup/catalog.ts'
import { writeBackupFile } from '#server/backup/file.ts'
import { type Manifest, nameOf, parts } from '#server/backup/format/format.ts'
import type { Encryption } from '#server/backup/format/seal.ts'
import { type Restore, restore } from '#server/backup/restore/restore.ts'
import type { WithSession } from '#server/database/session/session.ts'

const timeZone = 'America/New_York'

/** Returns the rows and checksum of each table of a database, by its name. */
export function contentsOf(withSession: WithSession): Promise<Record<string, Checksum>> {
  return withSession(async (session) => {
    await session.query('BEGIN')
    await fixTextForms(session)
    const contents: Record<string, Checksum> = {}
    for (const table of await listTables(session, parts)) contents[nameOf(table)] = await checksumOf(session, table)
    await session.query('COMMIT')
    return contents
  })
}

/** Backs a database up to `file`. */
export async function backUp(
  withSession: WithSession,
  file: string,
  { encryption, migrations }: { encryption?: Encryption; migrations?: Migrations } = {},
): Promise<Manifest> {
  const known = migrations ?? (await loadMigrations())
  return withSession((session) => writeBackupFile(file, backupOf(session, known), encryption))
}

/** Restores `file` to the database 'test'. */
export async function restoreTo(
  withSession: WithSession,
  file: string,
  { replace, ...options }: Partial<Restore> & { replace?: string } = {},
): Promise<Manifest> {
  const migrations = await loadMigrations()
  const target = { name: 'test', replace }
  return withSession((session) => restore(session, { file, key: undefined, migrations, timeZone, target, ...options }))
}
