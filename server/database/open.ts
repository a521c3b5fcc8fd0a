import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { ListenTo } from './engine/listen.ts'
import type * as schema from './schema/schema.ts'

/** A pool or a transaction, of either engine. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database, migrated. */
export type Database = {
  db: Db
  engine: 'pglite' | 'postgres'
  /** Hears of changes, on a connection of its own where there are several. */
  listen: ListenTo
  /** Ends when everything under way has been answered. */
  close: () => Promise<void>
}

/** Opens PostgreSQL at `databaseUrl`, or the embedded database in `dataDir` without one, and brings its tables up to date.
 *  @throws StartError with one readable line when that can't be done. */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  log: FastifyBaseLogger,
): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./engine/postgres.ts')
    return openPostgres(config.databaseUrl, log)
  }
  const { openPglite } = await import('./engine/pglite.ts')
  return openPglite(config.dataDir)
}
