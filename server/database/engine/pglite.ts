import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnOnlyConnection } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { PgliteStream } from './pglite-stream.ts'
import { privateFs } from './private-fs.ts'

// PGlite's default is 128 MB, although the operating system caches the same pages.
const postgresqlconf = ['shared_buffers=16MB']

/** Opens the embedded database in `dataDir`/db, and creates it if it does not exist.
 *  @throws StartError if another process uses it, or it can't be read or written */
export async function openPglite(dataDir: string): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) await createFolder(folder)
    return await preparePglite(await PGlite.create({ fs: privateFs(folder), postgresqlconf }), unlock)
  } catch (error) {
    unlock()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The embedded database in ${dataDir} can't be opened: ${reason}`)
  }
}

/** Migrates `client` and returns it as a `Database`. Calls `onClosed` after closing it. */
export async function preparePglite(client: PGlite, onClosed = () => {}): Promise<Database> {
  const pool = new Pool({ stream: () => new PgliteStream(client), max: 1, idleTimeoutMillis: 0 })
  const db = drizzle(pool)
  const executeSql: ExecuteSql = (text, values) => pool.query(text, values)
  await migrate(db, { migrationsFolder: `${import.meta.dirname}/../migrations` })
  await prepareJobTables(executeSql)
  return {
    db,
    executeSql,
    engine: 'pglite',
    listen: (handlers, onState) => listenOnOnlyConnection(pool, handlers, onState),
    migrate: (migrations) => migrate(db, migrations),
    close: async () => {
      await pool.end()
      await client.close()
      onClosed()
    },
  }
}

// Creates the folder under another name and renames it, so that a killed process leaves no incomplete database.
async function createFolder(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await PGlite.create({ fs: privateFs(draft) })
  await client.close()
  renameSync(draft, folder)
}
