import type { MigrationConfig } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { FastifyBaseLogger } from 'fastify'
import { Client, Pool } from 'pg'
import { StartError } from '#server/config/start-error.ts'
import type { Database, ExecuteSql } from '../db.ts'
import { prepareJobTables } from './job-tables.ts'
import { listenOnPostgres } from './listen.ts'

// Any number will do, so long as every instance takes the same.
const migrationLock = 7_305_114

/** PostgreSQL 15 or newer through a pool. Ten connections: more than the two or so that one process keeps busy, few enough for many instances.
 *  @throws StartError when it can't be reached or its tables can't be brought up to date. */
export async function openPostgres(connectionString: string, log: FastifyBaseLogger): Promise<Database> {
  await prepareTables(connectionString, { migrationsFolder: `${import.meta.dirname}/../migrations` }, prepareJobTables)
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'dental-clinic',
  })
  pool.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'a database connection broke'))
  return {
    db: drizzle(pool),
    executeSql: (text, values) => pool.query(text, values),
    engine: 'postgres',
    listen: listenOnPostgres(connectionString, log),
    migrate: (tables) => prepareTables(connectionString, tables),
    close: () => pool.end(),
  }
}

// One instance at a time; the others wait, and then find the work done.
async function prepareTables(
  connectionString: string,
  tables: MigrationConfig,
  prepareMore: (executeSql: ExecuteSql) => Promise<void> = async () => undefined,
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
    await migrate(drizzle(client), tables)
    await prepareMore((text, values) => client.query(text, values))
  } catch (error) {
    throw new StartError(`The database at ${placeOf(connectionString)} can't be used: ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function placeOf(connectionString: string) {
  const { host, pathname } = new URL(connectionString)
  return `${host}${pathname}`
}

// A refused connection has no message of its own when it was tried over both IPv4 and IPv6; a failed migration has its SQL in it.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
