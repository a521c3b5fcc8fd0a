// npm run backup -- FILE    writes the configured database to FILE, also while a server uses it

import { formatCount } from '#contract/kit/text/count.ts'
import { backupOf, type Migrations } from '#server/backup/backup.ts'
import { writeBackupFile } from '#server/backup/file.ts'
import { requestBackup, requestRecord } from '#server/backup/socket/socket.ts'
import { recordBackup } from '#server/backup/store.ts'
import type { Config } from '#server/config/config.ts'
import { FolderInUse } from '#server/database/engine/lock.ts'
import { reasonOf } from '#server/database/session/postgres-session.ts'
import { openFolder, openPostgresAt, print, runCommand } from './command.ts'
import { loadMigrations } from './migrations.ts'

await runCommand('npm run backup -- FILE', async (config, { file }) => {
  const { backupKey } = config
  const { manifest, unrecorded } = await withBackup(config, await loadMigrations(), async (text, record) => {
    const manifest = await writeBackupFile(file, text, backupKey ? { key: backupKey } : undefined)
    return { manifest, unrecorded: await reasonOfFailure(record(manifest.at)) }
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const size = formatCount(Math.ceil(manifest.bytes / 1_024))
  print(`${file}: ${formatCount(rows)} rows of ${manifest.tables.length} tables, ${size} KB, read again and complete`)
  print(backupKey ? 'It is encrypted with BACKUP_KEY.' : 'It is not encrypted: set BACKUP_KEY to encrypt backups.')
  const secret = config.authSecret ? 'AUTH_SECRET' : `the file auth-secret in ${config.dataDir}`
  if (unrecorded) print(`The database could not record that, so alerts about missing backups go on: ${unrecorded}`)
  print(`It does not contain ${secret}: keep that apart. Without it everyone is signed out, and emailed links end.`)
})

/** Calls `write` with a backup of the configured database, and a function that records there that the file is
 *  complete. */
async function withBackup<Result>(
  config: Config,
  migrations: Migrations,
  write: (text: AsyncIterable<Buffer>, record: (at: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  try {
    const database = config.databaseUrl ? openPostgresAt(config.databaseUrl) : await openFolder(config, false)
    try {
      return await database.withSession((session) =>
        write(backupOf(session, migrations), (at) => recordBackup(session, at)),
      )
    } finally {
      await database.close()
    }
  } catch (error) {
    const text = error instanceof FolderInUse ? await requestBackup(config.dataDir) : undefined
    if (!text) throw error
    return write(text, (at) => requestRecord(config.dataDir, at))
  }
}

function reasonOfFailure(work: Promise<void>): Promise<string | undefined> {
  return work.then(() => undefined, reasonOf)
}
