import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { addTestData, preparation } from './test-data.ts'

/** A database on a PostgreSQL server. `admin` runs statements in another database. */
export type ScratchDatabase = { url: string; admin: (sql: string) => Promise<void>; drop: () => Promise<void> }

/** Creates an empty database on the PostgreSQL at `server`. */
export function createPostgres(server: string): Promise<ScratchDatabase> {
  return create(server, (admin, name) => admin.query(`CREATE DATABASE "${name}"`))
}

/** Creates a database on the PostgreSQL at `server`: a copy of one with the test data. */
export function copyPreparedPostgres(server: string): Promise<ScratchDatabase> {
  const template = `clinic_${preparation()}`
  return create(server, async (admin, name) => {
    // Test files run in parallel: one makes the template, the others wait for the lock.
    await admin.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) await makeTemplate(admin, server, template)
    await admin.query('SELECT pg_advisory_unlock(1)')
    // To write the template to the log takes twice the processor time of a copy of its files.
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`)
  })
}

async function create(
  server: string,
  make: (admin: Client, name: string) => Promise<unknown>,
): Promise<ScratchDatabase> {
  const name = `test_${randomUUID()}`
  await onServer(server, (admin) => make(admin, name))
  const admin = (sql: string) => onServer(server, (client) => client.query(sql))
  return { url: urlOf(server, name), admin, drop: () => admin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) }
}

async function makeTemplate(admin: Client, server: string, template: string) {
  const draft = `${template}_draft`
  await admin.query(`DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`)
  await admin.query(`CREATE DATABASE "${draft}"`)
  const config = { databaseUrl: urlOf(server, draft), dataDir: '' }
  const database = await openDatabase(config, pino({ level: 'silent' }))
  await addTestData(database)
  await database.close()
  await admin.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`)
}

async function onServer(server: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(server: string, name: string) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
