import type { MigrationConfig } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { observePool } from '../observe/pool.ts'
import { BoundedPool } from '../pool/pool.ts'
import { createSocketsWith } from '../pool/socket.ts'
import { addressOf, reasonOf, sessionsAt } from '../session/postgres-session.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnPostgres } from './listen.ts'
import { setTimeZone } from './time-zone.ts'

/** The advisory lock of the instance that migrates. */
export const migrationLock = 7_305_114

/** Opens a pool of connections to PostgreSQL 15 or newer. Ten connections: one process keeps about two busy, and several instances share the
 *  server.
 *  @throws StartError if it can't be reached or migrated */
export async function openPostgres(
  connectionString: string,
  log: FastifyBaseLogger,
  timeZone?: string,
): Promise<Database> {
  const migrations = { migrationsFolder: `${import.meta.dirname}/../migrations` }
  await migrateAlone(connectionString, migrations, { timeZone, after: prepareJobTables })
  const pool = openPool(connectionString)
  pool.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'a database connection broke'))
  return {
    db: drizzle(pool),
    executeSql: (text, values) => pool.query(text, values),
    engine: 'postgres',
    listen: listenOnPostgres(connectionString, log),
    migrate: (migrations) => migrateAlone(connectionString, migrations),
    withSession: sessionsAt(connectionString),
    ...observePool(pool),
    close: () => pool.end(),
  }
}

// `statement_timeout` and `lock_timeout` in the connection string replace those given here (docs/decisions/0045).
function openPool(connectionString: string) {
  const statementTimeoutMs = Number(new URL(connectionString).searchParams.get('statement_timeout') ?? 10_000)
  return new BoundedPool({
    connectionString,
    max: 10,
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
  })
}

// One instance migrates at a time. The others wait for the lock and then find nothing to do.
async function migrateAlone(
  connectionString: string,
  migrations: MigrationConfig,
  { timeZone, after }: { timeZone?: string | undefined; after?: (executeSql: ExecuteSql) => Promise<void> } = {},
) {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'dental-clinic migrate',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const executeSql: ExecuteSql = (text, values) => client.query(text, values)
    if (timeZone) await setTimeZone(executeSql, timeZone)
    await migrate(drizzle(client), migrations)
    await after?.(executeSql)
  } catch (error) {
    throw new StartError(`The database at ${addressOf(connectionString)} can't be used: ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}
