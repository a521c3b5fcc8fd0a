import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { loadPreparedPglite } from './prepared/pglite.ts'
import { copyPreparedPostgres } from './prepared/postgres.ts'

/** A database of a test file's own, with the tables, the sandbox's too, and the sample treatments; `url` where there is
 *  a server. */
export type TestDatabase = Database & { url?: string }

/** Copies a prepared database on the engine of the running Vitest project. */
export async function freshDatabase(): Promise<TestDatabase> {
  const engine = inject('engine')
  return engine.kind === 'postgres' ? clonePostgres(engine.url) : loadPreparedPglite()
}

async function clonePostgres(server: string): Promise<TestDatabase> {
  const { url, drop } = await copyPreparedPostgres(server)
  const database = await openDatabase({ databaseUrl: url, dataDir: '' }, pino({ level: 'silent' }))
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, url, close }
}
