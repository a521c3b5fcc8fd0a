import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientBase } from 'pg'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { isOutOfReach } from '../pool/failure.ts'
import { observeQueriesOf } from '../pool/observe.ts'
import { createSocketsWith } from '../pool/socket.ts'
import { openSplitPool } from '../pool/split.ts'
import { migrateProduct } from '../session/migrate.ts'
import { productTables } from '../session/migrations.ts'
import { addressOf, reasonOf, sessionsAt } from '../session/postgres-session.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnPostgres } from './listen.ts'
import { setTimeZone } from './time-zone.ts'

/** The advisory lock of the instance that migrates. */
export const migrationLock = 7_305_114

// The advisory lock of the instance that does what only one may do at a time.
const aloneLock = 7_305_116

const retryMs = 500

type Options = {
  url: string
  /** The same database past a pooler that shares connections between transactions: for sessions. */
  directUrl?: string | undefined
  /** The same database on a standby, for reads without a primary. */
  standbyUrl?: string | undefined
  connections?: number | undefined
  waitMs?: number
  timeZone?: string | undefined
}

/** Opens a pool of connections to PostgreSQL 15 or newer; by default ten, because one process keeps about two busy, and
 *  several instances share the server. Waits up to `waitMs` while the server can't be reached or takes no changes.
 *  @throws StartError if it can't be used or migrated */
export async function openPostgres(
  { url, directUrl = url, standbyUrl, connections = 10, waitMs = 0, timeZone }: Options,
  log: FastifyBaseLogger,
): Promise<Database> {
  const migrated = await whenAvailable(directUrl, { waitMs, log }, () => prepareTables(directUrl, timeZone))
  const split = openPool(url, connections, standbyUrl)
  split.onError((error) => log.warn({ reason: reasonOf(error) }, 'a database connection broke'))
  const { pool } = split
  const observeQueries = observeQueriesOf(pool)
  return {
    db: drizzle(pool),
    executeSql: (text, values) => pool.query(text, values),
    engine: 'postgres',
    migrated,
    ping: split.ping,
    listen: listenOnPostgres(directUrl, log),
    migrate: (migrations) =>
      whenAvailable(directUrl, { waitMs, log }, () =>
        locked(directUrl, migrationLock, (client) => migrate(drizzle(client), migrations)),
      ),
    alone: (work) => locked(directUrl, aloneLock, work),
    withSession: sessionsAt(directUrl),
    poolState: split.state,
    age: split.age,
    observeQueries,
    close: split.end,
  }
}

// `statement_timeout` and `lock_timeout` in the connection string replace those given here (docs/decisions/0045).
function openPool(connectionString: string, connections: number, standbyUrl: string | undefined) {
  const statementTimeoutMs = Number(new URL(connectionString).searchParams.get('statement_timeout') ?? 10_000)
  const config = {
    connectionString,
    max: connections,
    maxStillMs: 2_000,
    connectionTimeoutMillis: 5_000,
    lock_timeout: 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // The database ends a slow statement first.
    stream: createSocketsWith({ maxSilentMs: statementTimeoutMs + 2_000 }),
    // Idle connections are silent too.
    idleTimeoutMillis: statementTimeoutMs,
    keepAlive: true,
    application_name: 'dental-clinic',
    // PostgreSQL compiles queries that it takes for expensive, or starts other processes for them. Either can take
    // longer than to run them. PgBouncer refuses these as start parameters.
    onConnect: (client: ClientBase) => client.query('SET jit = off; SET max_parallel_workers_per_gather = 0'),
  }
  return openSplitPool(config, standbyUrl)
}

// A primary that is being replaced comes back in seconds, and a server that ends instead is started again without end.
async function whenAvailable<Result>(
  connectionString: string,
  { waitMs, log }: { waitMs: number; log: FastifyBaseLogger },
  run: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + waitMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await run()
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof StartError) throw error
      if (!isOutOfReach(error) || performance.now() + retryMs > deadline) {
        throw new StartError(`The database at ${addressOf(connectionString)} can't be used: ${reason}`)
      }
      if (isFirst) log.warn({ reason }, `waiting up to ${waitMs / 1_000} s for the database`)
      await sleep(retryMs)
    }
  }
}

// One instance migrates at a time. The others wait for the lock and then find nothing to do.
function prepareTables(connectionString: string, timeZone: string | undefined): Promise<string[]> {
  return locked(connectionString, migrationLock, async (client) => {
    const executeSql: ExecuteSql = (text, values) => client.query(text, values)
    if (timeZone) await setTimeZone(executeSql, timeZone)
    const migrated = await migrateProduct(executeSql, productTables, (config) => migrate(drizzle(client), config))
    await prepareJobTables(executeSql)
    return migrated
  })
}

/** Runs `work` with a connection that holds an advisory lock. */
async function locked<Result>(
  connectionString: string,
  lock: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'dental-clinic start',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
