import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { loadPreparedPglite } from './prepared/pglite.ts'
import { addTestData, preparation } from './prepared/test-data.ts'

/** A database of a test file's own, with the tables, the sandbox's too, and the sample treatments; `url` where there is a server. */
export type TestDatabase = Database & { url?: string }

/** Copies a prepared database on the engine of the running Vitest project. */
export async function freshDatabase(): Promise<TestDatabase> {
  const engine = inject('engine')
  return engine.kind === 'postgres' ? clonePostgres(engine.url) : loadPreparedPglite()
}

async function clonePostgres(server: string): Promise<TestDatabase> {
  const url = await createPostgresDatabase(server)
  const database = await openDatabase({ databaseUrl: url, dataDir: '' }, pino({ level: 'silent' }))
  const close = async () => {
    await database.close()
    await onServer(server, (admin) => admin.query(`DROP DATABASE IF EXISTS "${nameIn(url)}" WITH (FORCE)`))
  }
  return { ...database, url, close }
}

/** Clones the template on the PostgreSQL at `server` and returns the URL of the new database. */
async function createPostgresDatabase(server: string): Promise<string> {
  const template = `clinic_${preparation()}`
  const name = `test_${randomUUID()}`
  await onServer(server, async (admin) => {
    // Test files run in parallel: one makes the template, the others wait for the lock.
    await admin.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) await makeTemplate(admin, server, template)
    await admin.query('SELECT pg_advisory_unlock(1)')
    // To write the template to the log takes twice the processor time of a copy of its files.
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`)
  })
  return urlOf(server, name)
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

async function onServer(server: string, work: (admin: Client) => Promise<unknown>) {
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

function nameIn(url: string) {
  return new URL(url).pathname.slice(1)
}
