// npm run move                    copies the embedded database in DATA_DIR to the PostgreSQL that DATABASE_URL names
// npm run move -- --replace NAME  replaces all data of the database NAME

import { formatCount } from '#contract/kit/text/count.ts'
import { type Comparison, isEqual, move } from '#server/backup/move.ts'
import { reportAndExit, StartError } from '#server/config/start-error.ts'
import { openFolder, openPostgresAt, print, runCommand } from './command.ts'
import { loadMigrations } from './migrations.ts'

// Other users of the machine see the arguments of a process.
if (process.argv.slice(2).some((argument) => argument.includes('://'))) {
  reportAndExit(
    new StartError('Other users of this machine can read an address in the arguments: set DATABASE_URL to it instead'),
  )
}

await runCommand('DATABASE_URL=… npm run move [-- --replace NAME]', async (config, { replace }) => {
  const url = config.databaseUrl
  if (!url) throw new StartError('Set DATABASE_URL to the PostgreSQL that the embedded database moves to')
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
  print(`All rows are in ${target.name}. Start the server with this DATABASE_URL, and keep ${secret}:`)
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
