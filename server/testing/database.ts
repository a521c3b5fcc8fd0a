import { createHash, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, openAsBlob, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { preparePglite } from '#server/database/engine/pglite.ts'
import { openDatabase } from '#server/database/open.ts'
import { seed } from '#server/database/seed.ts'
import { sandboxTables } from '#server/sandbox/tables.ts'

/** A database of a test file's own, with the tables, the sandbox's too, and the sample treatments; `url` where there is a server. */
export type TestDatabase = Database & { url?: string }

/** Copies a prepared database on the engine of the running Vitest project. */
export async function freshDatabase(): Promise<TestDatabase> {
  const engine = inject('engine')
  return engine.kind === 'postgres' ? clonePostgres(engine.url) : loadPglite()
}

async function loadPglite(): Promise<TestDatabase> {
  const dump = `node_modules/.cache/pglite-${preparation()}.tar`
  if (!existsSync(dump)) await dumpPglite(dump)
  return preparePglite(await PGlite.create({ loadDataDir: await openAsBlob(dump) }))
}

async function dumpPglite(file: string) {
  const client = await PGlite.create()
  await fill(await preparePglite(client))
  const blob = await client.dumpDataDir('none')
  await client.close()
  mkdirSync('node_modules/.cache', { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await blob.arrayBuffer()))
  try {
    // A rename would replace a dump that another test file made meanwhile and is reading.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
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
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  })
  return urlOf(server, name)
}

async function makeTemplate(admin: Client, server: string, template: string) {
  const draft = `${template}_draft`
  await admin.query(`DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`)
  await admin.query(`CREATE DATABASE "${draft}"`)
  const config = { databaseUrl: urlOf(server, draft), dataDir: '' }
  const database = await openDatabase(config, pino({ level: 'silent' }))
  await fill(database)
  await database.close()
  await admin.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`)
}

// The sandbox's tables as well, or each app that a test opens would make them.
async function fill({ db, migrate }: Database) {
  await seed(db)
  await migrate(sandboxTables)
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

/** Hash of everything that a prepared database contains; part of its name. */
function preparation() {
  const server = join(import.meta.dirname, '..')
  const hash = createHash('sha256').update(readFileSync(join(server, 'database/seed.ts')))
  hash.update(readFileSync('node_modules/pg-boss/package.json'))
  for (const folder of [join(server, 'database/migrations'), sandboxTables.migrationsFolder]) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    for (const name of files.sort()) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
