// npm run move -- postgres://user:password@host:5432/name    copies the embedded database in DATA_DIR to PostgreSQL

import { formatCount } from '#contract/kit/text/count.ts'
import { type Comparison, isEqual, move } from '#server/backup/move.ts'
import { settings } from '#server/config/settings.ts'
import { StartError } from '#server/config/start-error.ts'
import { openFolder, openPostgresAt, print, runCommand } from './command.ts'
import { loadMigrations } from './migrations.ts'

await runCommand('npm run move -- postgres://user:password@host:5432/name', async (config, { argument, replace }) => {
  const url = settings.DATABASE_URL.safeParse(argument).data
  if (!url)
    throw new StartError(
      'The address to move to is a value: it wants one such as postgres://user:password@host:5432/name',
    )
  if (config.databaseUrl) throw new StartError('DATABASE_URL is set: move copies the embedded database, unset it first')
  const migrations = await loadMigrations()
  const source = await openFolder(config, false)
  const target = openPostgresAt(url)
  try {
    await move(source.withSession, target.withSession, {
      folder: config.dataDir,
      migrations,
      timeZone: config.clinic.timeZone,
      target: { name: target.name, replace },
      onCompared: (tables) => tableOf(tables).forEach(print),
    })
  } finally {
    await source.close()
  }
  const secret = config.authSecret
    ? 'the AUTH_SECRET of now'
    : `AUTH_SECRET to the contents of ${config.dataDir}/auth-secret`
  print(`All rows are in ${target.name}. Set DATABASE_URL to its address, and keep ${secret}:`)
  print('without it everyone is signed out, and emailed links end.')
  print(`${config.dataDir}/db is as it was. Keep it until you have seen the server work with ${target.name}.`)
})

function tableOf(tables: Comparison[]): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return tables.map((row) => {
    const { table, source, target } = row
    const counts = `${formatCount(source.rows).padStart(12)} ${formatCount(target.rows).padStart(12)}`
    return `${table.padEnd(width)} ${counts}  ${source.checksum.padStart(24)}  ${isEqual(row) ? 'same' : 'DIFFERENT'}`
  })
}
