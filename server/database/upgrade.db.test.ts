import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { PgliteStream } from './engine/pglite-stream.ts'

const migrations = join(import.meta.dirname, 'migrations')
const cleanUp: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

it('appointments at one time and open payments of one patient survive the rules against them', async () => {
  const db = await databaseAt('0009_doctor')
  await db.execute(`
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org'), ('bob', 'Bob', 'bob@example.org');
    INSERT INTO treatment (id, name, slots, price, position)
      SELECT gen_random_uuid(), 'Treatment ' || n, '{noon,one}', 5900, n FROM generate_series(1, 3) n;
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, created_at)
      SELECT gen_random_uuid(), id, name, '2030-01-01', 'noon', price, 'ann', 'ann@example.org', 'Ann', '1', timestamptz '2029-01-01' + position * interval '1 day'
      FROM treatment;
    INSERT INTO payment_intent (id, patient_id, amount, currency, created_at) VALUES
      ('pi_old', 'ann', 5900, 'usd', '2029-01-01'), ('pi_new', 'ann', 5900, 'usd', '2029-01-02'), ('pi_bob', 'bob', 5900, 'usd', '2029-01-01');`)

  await migrate(db, { migrationsFolder: migrations })

  const kept = await db.execute(sql`SELECT treatment, overridden FROM booking ORDER BY created_at`)
  expect(kept.rows).toEqual([
    { treatment: 'Treatment 1', overridden: false },
    { treatment: 'Treatment 2', overridden: true },
    { treatment: 'Treatment 3', overridden: true },
  ])
  const intents = await db.execute(sql`SELECT id, state FROM payment_intent ORDER BY id`)
  expect(intents.rows).toEqual([
    { id: 'pi_bob', state: 'open' },
    { id: 'pi_new', state: 'open' },
    { id: 'pi_old', state: 'unclaimed' },
  ])
})

it('emails and sandbox events that were not sent before there were jobs are kept, to be sent', async () => {
  const db = await databaseAt('0010_one_place_at_a_time')
  await db.execute(`
    INSERT INTO mail (id, kind, recipient, details, attempts, due, created_at, done_at) VALUES
      ('00000000-0000-7000-8000-000000000001', 'receipt', 'ann@example.org', '{"link": "https://clinic.example"}', 3, now() + interval '1 hour', now(), null),
      ('00000000-0000-7000-8000-000000000002', 'receipt', 'bob@example.org', '{}', 1, now(), now(), now());
    INSERT INTO stripe_sandbox_event (id, type, object, request, attempts, copies, due) VALUES ('evt_1', 'charge.succeeded', '{}', '{}', 2, 1, now());`)

  await migrate(db, { migrationsFolder: migrations })

  const unsent = await db.execute(sql`SELECT recipient, details FROM mail WHERE done_at IS NULL`)
  expect(unsent.rows).toEqual([{ recipient: 'ann@example.org', details: { link: 'https://clinic.example' } }])
  const undelivered = await db.execute(sql`SELECT id, attempts, copies FROM stripe_sandbox_event WHERE done_at IS NULL`)
  expect(undelivered.rows).toEqual([{ id: 'evt_1', attempts: 2, copies: 1 }])
})

/** An empty database with the tables as they were after the migration `tag`. */
async function databaseAt(tag: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-migrations-'))
  cleanUp.push(async () => rmSync(folder, { recursive: true }))
  cpSync(migrations, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const last = entries.findIndex((entry: { tag: string }) => entry.tag === tag)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }))
  const db = drizzle(await emptyPool())
  await migrate(db, { migrationsFolder: folder })
  return db
}

async function emptyPool(): Promise<Pool> {
  const engine = inject('engine')
  const pool =
    engine.kind === 'pglite'
      ? await poolOn(await PGlite.create())
      : new Pool({ connectionString: await emptyDatabase(engine.url) })
  // Dropping its database cuts connections that are still closing.
  pool.on('error', () => {})
  cleanUp.push(() => pool.end())
  return pool
}

async function poolOn(client: PGlite): Promise<Pool> {
  cleanUp.push(() => client.close())
  return new Pool({ stream: () => new PgliteStream(client), max: 1, idleTimeoutMillis: 0 })
}

async function emptyDatabase(server: string): Promise<string> {
  const name = `upgrade_${randomUUID()}`
  const admin = new Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE "${name}"`)
  cleanUp.push(async () => {
    await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`)
    await admin.end()
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
