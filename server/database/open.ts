import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db.ts'

/** Opens and migrates the database: PostgreSQL at `databaseUrl`, or without one the embedded database in `dataDir`. A migration reads the
 *  clinic's time zone if there are bookings of an earlier release.
 *  @throws StartError with one readable line if that fails */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string; clinic?: { timeZone: string } },
  log: FastifyBaseLogger,
): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./engine/postgres.ts')
    return openPostgres(config.databaseUrl, log, config.clinic?.timeZone)
  }
  const { openPglite } = await import('./engine/pglite.ts')
  return openPglite(config.dataDir, { timeZone: config.clinic?.timeZone, report: (line) => log.warn(line) })
}
