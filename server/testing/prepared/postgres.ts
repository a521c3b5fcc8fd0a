import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open-database.ts'
import { addTestData, preparation } from './test-data.ts'

/** A database on a PostgreSQL server. `admin` runs statements in another database. `drop` rejects if there was a
 *  deadlock. */
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
  const drop = () =>
    onServer(server, async (client) => {
      const deadlocks = await countDeadlocks(client, name)
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      if (deadlocks > 0) throw new Error(`These tests made ${deadlocks} deadlocks in the database ${name}`)
    })
  return { url: urlOf(server, name), admin, drop }
}

const maxWaits = 20

/** Returns how many deadlocks PostgreSQL has counted in a database. A connection adds its own when it ends. */
export async function countDeadlocks(client: Client, name: string): Promise<number> {
  for (let waits = 0; waits < maxWaits; waits += 1) {
    const { rowCount } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name])
    if (!rowCount) break
    await sleep(50)
  }
  const { rows } = await client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = $1', [name])
  return Number(rows[0]?.deadlocks ?? 0)
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
