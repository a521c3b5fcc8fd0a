import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { observePool } from '../observe/pool.ts'
import { BoundedPool } from '../pool/pool.ts'
import { onlySession } from '../session/pglite-session.ts'
import type { WithSession } from '../session/session.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnOnlyConnection } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { PgliteStream } from './pglite-stream.ts'
import { privateFs } from './private-fs.ts'
import { setTimeZone } from './time-zone.ts'

// PGlite's default is 128 MB, although the operating system caches the same pages.
const postgresqlconf = ['shared_buffers=16MB']

/** Creates a PGlite with the extensions that the migrations need; by default in memory. */
export function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { btree_gist } })
}

/** Opens the embedded database in `dataDir`/db, and creates it if it does not exist.
 *  @throws StartError if another process uses it, or it can't be read or written */
export function openPglite(dataDir: string, timeZone?: string): Promise<Database> {
  return withFolder(dataDir, (client, unlock) => preparePglite(client, { timeZone, onClosed: unlock }))
}

/** Opens the embedded database in `dataDir`/db without migrating it, and creates it if it does not exist. `close` closes it.
 *  @throws StartError if another process uses it, or it can't be read or written */
export function openPgliteSessions(dataDir: string): Promise<{ withSession: WithSession; close: () => Promise<void> }> {
  return withFolder(dataDir, async (client, unlock) => {
    const pool = poolOn(client)
    return {
      withSession: onlySession(client, pool),
      close: async () => {
        await pool.end()
        await client.close()
        unlock()
      },
    }
  })
}

async function withFolder<Opened>(
  dataDir: string,
  open: (client: PGlite, unlock: () => void) => Promise<Opened>,
): Promise<Opened> {
  const unlock = lockDataDir(dataDir)
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) await createFolder(folder)
    return await open(await createPglite({ fs: privateFs(folder), postgresqlconf }), unlock)
  } catch (error) {
    unlock()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The embedded database in ${dataDir} can't be opened: ${reason}`)
  }
}

/** Migrates `client` and returns it as a `Database`. Calls `onClosed` after closing it. */
export async function preparePglite(
  client: PGlite,
  { timeZone, onClosed }: { timeZone?: string | undefined; onClosed?: () => void } = {},
): Promise<Database> {
  const pool = poolOn(client)
  const observed = observePool(pool)
  const db = drizzle(pool)
  const executeSql: ExecuteSql = (text, values) => pool.query(text, values)
  if (timeZone) await setTimeZone(executeSql, timeZone)
  await migrate(db, { migrationsFolder: `${import.meta.dirname}/../migrations` })
  await prepareJobTables(executeSql)
  return {
    db,
    executeSql,
    engine: 'pglite',
    listen: (handlers, onState) => listenOnOnlyConnection(pool, handlers, onState),
    migrate: (migrations) => migrate(db, migrations),
    withSession: onlySession(client, pool),
    ...observed,
    close: async () => {
      await pool.end()
      await client.close()
      onClosed?.()
    },
  }
}

function poolOn(client: PGlite) {
  return new BoundedPool({ stream: () => new PgliteStream(client), max: 1, idleTimeoutMillis: 0 })
}

// Creates the folder under another name and renames it, so that a killed process leaves no incomplete database.
async function createFolder(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await createPglite({ fs: privateFs(draft) })
  await client.close()
  renameSync(draft, folder)
}
