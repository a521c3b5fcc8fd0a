import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { Instance } from '#server/database/engine/instance/instance.ts'
import { preparePglite } from '#server/database/engine/pglite.ts'
import { PgliteStream } from '#server/database/engine/pglite-stream.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onlySession } from '#server/database/session/pglite-session.ts'
import { sessionsAt } from '#server/database/session/postgres-session.ts'
import { loadEmptyPglite } from './pglite.ts'
import { createPostgres } from './postgres.ts'

/** The clinic's zone in these tests. */
export const timeZone = 'America/New_York'

const migrations = join(import.meta.dirname, '../../database/migrations')
const cleanUp: (() => Promise<unknown> | undefined)[] = []

/** Closes what the running test opened. */
export async function closeDatabases(): Promise<void> {
  for (const step of cleanUp.splice(0).reverse()) await step()
}

/** The time zone that the server sets before it migrates. */
type Options = { timeZone: string | undefined }

/** Returns an empty database with the tables of the migration `tag`. `upgrade` closes `db` and opens the database as a
 *  server does; `withSession` is for backups. */
export async function databaseAt(tag: string, options: Options = { timeZone }) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-migrations-'))
  cleanUp.push(async () => rmSync(folder, { recursive: true }))
  cpSync(migrations, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const last = entries.findIndex((entry: { tag: string }) => entry.tag === tag)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }))
  const { pool, open, withSession } = await emptyDatabase(options)
  const db = drizzle(pool)
  await migrate(db, { migrationsFolder: folder })
  const upgrade = async () => {
    await pool.end()
    const database = await open()
    cleanUp.push(database.close)
    return database
  }
  return { db, upgrade, withSession }
}

/** Returns a database without tables, on the engine of the running Vitest project. */
export async function emptyDatabase(options: Options = { timeZone }) {
  const engine = inject('engine')
  const { pool, open, withSession } =
    engine.kind === 'pglite' ? await emptyPglite(options) : await emptyPostgres(engine.url, options)
  // Dropping its database cuts connections that are still closing.
  pool.on('error', () => {})
  cleanUp.push(async () => (pool.ending ? undefined : pool.end()))
  return { pool, open, withSession }
}

async function emptyPglite(options: Options) {
  const client = await loadEmptyPglite()
  cleanUp.push(async () => (client.closed ? undefined : client.close()))
  const instance = await Instance.of(client)
  const pool = new Pool({ stream: () => new PgliteStream(instance), max: 1, idleTimeoutMillis: 0 })
  return { pool, open: () => preparePglite(client, options), withSession: onlySession(instance, pool) }
}

async function emptyPostgres(server: string, options: Options) {
  const { url: databaseUrl, drop } = await createPostgres(server)
  cleanUp.push(drop)
  const open = () =>
    openDatabase(
      { databaseUrl, dataDir: '', ...(options.timeZone && { clinic: { timeZone: options.timeZone } }) },
      pino({ level: 'silent' }),
    )
  return { pool: new Pool({ connectionString: databaseUrl }), open, withSession: sessionsAt(databaseUrl) }
}
