// npm run restore -- FILE                   restores a backup to the configured database, if that has no data
// npm run restore -- FILE --replace NAME    replaces all data of the database NAME
// npm run restore -- FILE --unencrypted     although BACKUP_KEY is set and anyone can have made the file

import { formatCount } from '#contract/kit/text/count.ts'
import { restore } from '#server/backup/restore/restore.ts'
import { openFolder, openPostgresAt, print, runCommand } from './command.ts'
import { loadMigrations } from './migrations.ts'

const usage = 'npm run restore -- FILE [--replace NAME] [--unencrypted]'

await runCommand(usage, async (config, { file, replace, unencrypted }) => {
  const migrations = await loadMigrations()
  const database = config.databaseUrl ? openPostgresAt(config.databaseUrl) : await openFolder(config, true)
  const { tables, at } = await database.withSession((session) =>
    restore(session, {
      file,
      key: unencrypted ? undefined : config.backupKey,
      migrations,
      timeZone: config.clinic.timeZone,
      target: { name: database.name, replace },
      onTable: (name) => print(`loading ${name}`),
    }),
  )
  await database.close()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  print(`${database.name} has the ${formatCount(rows)} rows of ${tables.length} tables that the backup of ${at} has.`)
  print('Start the server with the AUTH_SECRET of that time, or everyone is signed out and emailed links end.')
})
