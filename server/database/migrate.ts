import { pino } from 'pino'
import { readConfig } from '#server/config/config.ts'
import { reportAndExit } from '#server/config/start-error.ts'
import { keepPrivate } from '#server/start/private-files.ts'
import type { Database } from './db.ts'
import { openDatabase } from './open-database.ts'
import { describeMigrations } from './session/migrate.ts'

/** Opens and migrates the configured database, says what that applied, calls `run` with it and closes it. */
export async function withDatabase(run: (database: Database) => Promise<void>): Promise<void> {
  try {
    const config = readConfig()
    keepPrivate(config.dataDir)
    const database = await openDatabase(config, pino({ level: config.logLevel }))
    process.stdout.write(`${describeMigrations(database.migrated)}\n`)
    await run(database)
    await database.close()
  } catch (error) {
    reportAndExit(error)
  }
}

if (import.meta.main) await withDatabase(async () => {})
