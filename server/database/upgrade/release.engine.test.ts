import { join } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterEach, expect, it } from 'vitest'
import { version } from '#server/config/version.ts'
import { closeDatabases, databaseAt, emptyDatabase } from '#server/testing/prepared/old-database.ts'
import type { Db } from '../db.ts'
import { oldestCompatible, releases } from '../releases.ts'
import { migrateProduct } from '../session/migrate.ts'
import { migrationNames, productTables } from '../session/migrations.ts'

afterEach(closeDatabases)

const names = migrationNames(productTables)
const future = 9_999_999_999_999

it('says which migrations an empty and an older database got', async () => {
  const { pool, open } = await emptyDatabase()
  await pool.end()
  const first = await open()
  expect(first.migrated).toEqual(names)
  await first.close()

  const { upgrade } = await databaseAt('0021_personal_data')
  expect((await upgrade()).migrated).toEqual(names.slice(names.indexOf('0021_personal_data') + 1))
})

it('refuses the tables of a newer release that does not declare itself compatible, in one line', async () => {
  const { db, upgrade } = await databaseAt(names.at(-1) ?? '')
  await db.execute(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', ${future})`)
  await expect(upgrade()).rejects.toThrow(
    new RegExp(
      `^.*The database has the tables of a newer release, and this is ${version}, which can't run on them: [^\n]*$`,
    ),
  )
})

it('runs on the tables of a newer release that says so', async () => {
  const { db, upgrade } = await databaseAt(names.at(-1) ?? '')
  await db.execute(`
    CREATE TABLE drizzle.release (id integer PRIMARY KEY CHECK (id = 1), version text NOT NULL, oldest bigint NOT NULL);
    INSERT INTO drizzle.release SELECT 1, '9.0.0', max(created_at) FROM drizzle.__drizzle_migrations;
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', ${future});`)
  const database = await upgrade()
  expect(database.migrated).toEqual([])
  // It leaves the declaration of the newer release.
  const { rows } = await database.executeSql('SELECT version FROM drizzle.release')
  expect(rows).toEqual([{ version: '9.0.0' }])
})

it('refuses the tables of a newer release whose oldest compatible release is newer', async () => {
  const { db, upgrade } = await databaseAt(names.at(-1) ?? '')
  await db.execute(`
    CREATE TABLE drizzle.release (id integer PRIMARY KEY CHECK (id = 1), version text NOT NULL, oldest bigint NOT NULL);
    INSERT INTO drizzle.release VALUES (1, '9.0.0', ${future});
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', ${future});`)
  await expect(upgrade()).rejects.toThrow(
    new RegExp(
      `tables of release 9\\.0\\.0, and this is ${version}, which can't run on them: start 9\\.0\\.0, or restore`,
    ),
  )
})

// Drizzle's own migration of its own list, which these releases run first of all.
const startOfFormerRelease = (db: Db) =>
  migrate(db as NodePgDatabase, { migrationsFolder: join(import.meta.dirname, '../migrations') })
const causeOf = (error: unknown) => String(error instanceof Error && error.cause ? error.cause : error)

it('keeps a release that does not look at the tables from starting, and names the release to start', async () => {
  const { upgrade } = await databaseAt('0023_notices_of_rule_changes')
  const { db, executeSql } = await upgrade()
  const refused = await startOfFormerRelease(db).catch(causeOf)
  expect(refused).toMatch(
    new RegExp(`^[^\n]*it has the tables of release ${version}, and this one is older: start ${version}, or restore`),
  )
  const { rows } = await executeSql('SELECT count(*)::int AS count FROM drizzle.migration')
  expect(rows).toEqual([{ count: names.length }])
})

it('leaves the list of a database whose migrations fail to its former release', async () => {
  const { withSession } = await databaseAt('0023_notices_of_rule_changes')
  const fail = () => Promise.reject(new Error('a migration failed'))
  const { rows } = await withSession(async ({ query }) => {
    await expect(migrateProduct(query, productTables, fail)).rejects.toThrow('a migration failed')
    return query("SELECT relname FROM pg_class WHERE relnamespace = 'drizzle'::regnamespace AND relkind IN ('r', 'v')")
  })
  expect(rows).toEqual([{ relname: '__drizzle_migrations' }])
})

it('declares the tables for the oldest release that may run on them', async () => {
  const { upgrade } = await databaseAt('0023_notices_of_rule_changes')
  const { executeSql } = await upgrade()
  const { rows } = await executeSql(
    'SELECT version, (SELECT count(*)::int FROM drizzle.migration WHERE created_at <= oldest) AS migrations FROM drizzle.release',
  )
  const oldest = releases.find((release) => release.version === oldestCompatible)
  expect(rows).toEqual([{ version, migrations: names.indexOf(oldest?.newestMigration ?? '') + 1 }])
})
