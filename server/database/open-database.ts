import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db.ts'

type Settings = {
  databaseUrl: string | undefined
  databaseDirectUrl?: string | undefined
  databaseStandbyUrl?: string | undefined
  /** The size of the pool of connections to PostgreSQL. */
  databaseConnections?: number
  /** How long to wait for a PostgreSQL that can't be reached or takes no changes. */
  databaseWaitSeconds?: number
  dataDir: string
  clinic?: { timeZone: string }
}

/** Opens and migrates the database: PostgreSQL at `databaseUrl`, or without one the embedded database in `dataDir`. A
 *  migration reads the clinic's time zone if there are bookings of an earlier release.
 *  @throws StartError with one readable line if that fails */
export async function openDatabase(config: Settings, log: FastifyBaseLogger): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./engine/postgres.ts')
    return openPostgres(
      {
        url: config.databaseUrl,
        directUrl: config.databaseDirectUrl,
        standbyUrl: config.databaseStandbyUrl,
        connections: config.databaseConnections,
        waitMs: (config.databaseWaitSeconds ?? 0) * 1_000,
        timeZone: config.clinic?.timeZone,
      },
      log,
    )
  }
  const { openPglite } = await import('./engine/pglite.ts')
  return openPglite(config.dataDir, { timeZone: config.clinic?.timeZone, report: (line) => log.warn(line) })
}
