import { pino } from 'pino'
import { readConfig } from '#server/config/config.ts'
import { reportAndExit } from '#server/config/start-error.ts'
import { keepPrivate } from '#server/start/private-files.ts'
import type { Database } from './db.ts'
import { openDatabase } from './open.ts'

/** Opens the configured database, which brings its tables up to date, does `work` with it and closes it. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  try {
    const config = readConfig()
    keepPrivate(config.dataDir)
    const database = await openDatabase(config, pino({ level: config.logLevel }))
    await work(database)
    await database.close()
  } catch (error) {
    reportAndExit(error)
  }
}

if (import.meta.main) await withDatabase(async () => {})
