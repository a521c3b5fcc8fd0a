// npm run restore -- FILE                   restores a backup to the configured database, if that has no data
// npm run restore -- FILE --replace NAME    replaces all data of the database NAME

import { formatCount } from '#contract/kit/text/count.ts'
import { restore } from '#server/backup/restore/restore.ts'
import { openFolder, openPostgresAt, print, runCommand } from './command.ts'
import { loadMigrations } from './migrations.ts'

await runCommand('npm run restore -- FILE [--replace NAME]', async (config, { argument: file, replace }) => {
  const migrations = await loadMigrations()
  const database = config.databaseUrl ? openPostgresAt(config.databaseUrl) : await openFolder(config, true)
  const { tables, at } = await database.withSession((session) =>
    restore(session, {
      file,
      key: config.backupKey,
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
