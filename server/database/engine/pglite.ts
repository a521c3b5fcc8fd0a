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

// PGlite's own default keeps 128 MB for pages that the operating system keeps as well.
const postgresqlconf = ['shared_buffers=16MB']

/** The embedded database in `dataDir`/db, made when it isn't there. One process at a time.
 *  @throws StartError when another process has it, or it can't be written or read. */
export async function openPglite(dataDir: string): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) await makeFolder(folder)
    return await preparePglite(await PGlite.create({ fs: privateFs(folder), postgresqlconf }), unlock)
  } catch (error) {
    unlock()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The embedded database in ${dataDir} can't be opened: ${reason}`)
  }
}

/** Migrates `client`, and makes it a `Database`. `closed` is called after its end. */
export async function preparePglite(client: PGlite, closed = () => {}): Promise<Database> {
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
    migrate: (tables) => migrate(db, tables),
    close: async () => {
      await pool.end()
      await client.close()
      closed()
    },
  }
}

// Made beside its place and then moved there, so that a process killed half-way leaves no folder that looks finished.
async function makeFolder(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await PGlite.create({ fs: privateFs(draft) })
  await client.close()
  renameSync(draft, folder)
}
