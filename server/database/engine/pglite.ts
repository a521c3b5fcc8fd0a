import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { observeQueriesOf, stateOf } from '../pool/observe.ts'
import { BoundedPool } from '../pool/pool.ts'
import { migrateProduct } from '../session/migrate.ts'
import { productTables } from '../session/migrations.ts'
import { onlySession } from '../session/pglite-session.ts'
import { reasonOf } from '../session/postgres-session.ts'
import type { WithSession } from '../session/session.ts'
import { vacuumChanged } from './autovacuum.ts'
import { requireDiskSpace, watchDiskSpace } from './instance/disk-space.ts'
import { Instance } from './instance/instance.ts'
import { syncFolder, syncTree } from './instance/sync-tree.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnOnlyConnection } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { PgliteStream } from './pglite-stream.ts'
import { privateFs } from './private-fs.ts'
import { setTimeZone } from './time-zone.ts'

// PGlite's default of shared_buffers is 128 MB, although the operating system caches the same pages. The log is cut at
// each checkpoint.
const postgresqlconf = ['shared_buffers=16MB', 'max_wal_size=128MB']

// PGlite turns fsync off (-F), and in WebAssembly PostgreSQL's default, fdatasync, does nothing (docs/decisions/0046).
const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

const checkpointMs = 5 * 60_000
/** PostgreSQL's autovacuum_naptime. */
const vacuumMs = 60_000

type Options = { timeZone?: string | undefined; report?: (line: string) => void }

/** Creates a PGlite with the extensions that the migrations need; by default in memory. */
export function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { btree_gist } })
}

/** Opens the embedded database in `dataDir`/db, and creates it if it does not exist. Calls `report` with lines for the
 *  log.
 *  @throws StartError if another process uses it, or it can't be read or written */
export function openPglite(dataDir: string, { timeZone, report = () => {} }: Options = {}): Promise<Database> {
  return withFolder(dataDir, report, async (instance, unlock) => {
    const database = await prepare(instance, { timeZone, onClosed: unlock })
    return withUpkeep(database)
  })
}

/** Opens the embedded database in `dataDir`/db without migrating it, and creates it if it does not exist. `close`
 *  closes it.
 *  @throws StartError if another process uses it, or it can't be read or written */
export function openPgliteSessions(dataDir: string): Promise<{ withSession: WithSession; close: () => Promise<void> }> {
  return withFolder(
    dataDir,
    () => {},
    async (instance, unlock) => {
      const pool = poolOn(instance)
      return {
        withSession: onlySession(instance, pool),
        close: async () => {
          await pool.end()
          await instance.close()
          unlock()
        },
      }
    },
  )
}

async function withFolder<Opened>(
  dataDir: string,
  report: (line: string) => void,
  open: (instance: Instance, unlock: () => void) => Promise<Opened>,
): Promise<Opened> {
  const unlock = lockDataDir(dataDir)
  try {
    const folder = join(dataDir, 'db')
    const isNew = !existsSync(folder)
    requireDiskSpace(dataDir, { isNew })
    if (isNew) await createFolder(folder)
    return await open(await openInstance(folder, report), unlock)
  } catch (error) {
    unlock()
    if (error instanceof StartError) throw error
    // The disk may have filled up since, and PGlite's own error does not say so.
    requireDiskSpace(dataDir, { isNew: false })
    throw new StartError(`The embedded database in ${dataDir} can't be opened: ${reasonOf(error)}`)
  }
}

function openInstance(folder: string, report: (line: string) => void): Promise<Instance> {
  return Instance.open({
    open: async (onLogFailure) => {
      const { fs, whenSynced } = privateFs(folder, onLogFailure)
      const client = await openFiles(fs)
      return { client, whenSynced, abandon: () => fs.closeFs() }
    },
    isDiskLow: watchDiskSpace(folder, (isLow) =>
      report(
        isLow
          ? `the disk of ${folder} is nearly full: the embedded database is read-only until there is room`
          : `the disk of ${folder} has room again: the embedded database can be written`,
      ),
    ),
    report,
  })
}

async function openFiles(fs: NodeFS): Promise<PGlite> {
  let reason = ''
  const onStderr = (line: string) => {
    reason = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? reason
    return true
  }
  try {
    return await createPglite({ fs, postgresqlconf, startParams, onStderr })
  } catch (error) {
    if (reason === '') throw error
    const isDiskFault = /No space left|Read-only file system/.test(reason)
    throw new Error(isDiskFault ? reason : `${reason}. Its files are damaged: restore a backup (docs/operating.md)`)
  }
}

/** Migrates `client` and returns it as a `Database`. */
export async function preparePglite(
  client: PGlite,
  options: { timeZone?: string | undefined } = {},
): Promise<Database> {
  return prepare(await Instance.of(client), options)
}

async function prepare(
  instance: Instance,
  { timeZone, onClosed }: { timeZone?: string | undefined; onClosed?: () => void },
): Promise<Database> {
  const pool = poolOn(instance)
  const observeQueries = observeQueriesOf(pool)
  const db = drizzle(pool)
  syncTransactions(db, instance)
  const executeSql: ExecuteSql = (text, values) => pool.query(text, values)
  if (timeZone) await setTimeZone(executeSql, timeZone)
  const migrated = await migrateProduct(executeSql, productTables, (config) => migrate(db, config))
  await prepareJobTables(executeSql)
  return {
    db,
    executeSql,
    engine: 'pglite',
    migrated,
    ping: () => pool.query('SELECT 1'),
    listen: (handlers, onState) => listenOnOnlyConnection(pool, handlers, onState),
    migrate: (migrations) => migrate(db, migrations),
    withSession: onlySession(instance, pool),
    alone: (work) => work(),
    poolState: () => stateOf(pool),
    age: () => undefined,
    observeQueries,
    close: async () => {
      await pool.end()
      await instance.close()
      onClosed?.()
    },
  }
}

// PostgreSQL has processes for checkpoints and for VACUUM, PGlite has none: its log would grow until it is closed, and
// its tables for ever.
function withUpkeep(database: Database): Database {
  const { executeSql } = database
  const timers = [every(checkpointMs, () => executeSql('CHECKPOINT')), every(vacuumMs, () => vacuumChanged(executeSql))]
  return {
    ...database,
    close: () => {
      timers.forEach(clearInterval)
      return database.close()
    },
  }
}

// A run that fails changes nothing, and the next one follows.
const every = (ms: number, run: () => Promise<unknown>) => setInterval(() => void run().catch(() => {}), ms).unref()

function poolOn(instance: Instance) {
  const pool = new BoundedPool({ stream: () => new PgliteStream(instance), max: 1, idleTimeoutMillis: 0 })
  // Without a listener, an error of an idle connection would end the process.
  pool.on('error', () => {})
  keepConnection(pool, instance)
  return pool
}

// pool.query() closes the connection after each error. Another one would prepare all statements again and listen again.
// An answer waits for the disk after it has left the connection, so that one sync is for many commits.
function keepConnection(pool: Pool, instance: Instance) {
  pool.query = new Proxy(pool.query, {
    apply: async (_query, _pool, args: Parameters<Pool['query']>) => {
      const connection = await pool.connect()
      let answer: unknown
      try {
        answer = await connection.query(...args)
      } finally {
        connection.release()
      }
      await instance.whenSynced()
      return answer
    },
  })
}

function syncTransactions(db: NodePgDatabase, instance: Instance) {
  const run = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const result = await run(work, config)
    await instance.whenSynced()
    return result
  }
}

// Creates the folder under another name and renames it, so that a killed process leaves no incomplete database.
async function createFolder(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await createPglite({ fs: privateFs(draft).fs })
  await client.close()
  // The programs that create the database don't sync its files.
  syncTree(draft)
  renameSync(draft, folder)
  syncFolder(dirname(folder))
}
