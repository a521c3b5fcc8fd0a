import { afterEach, expect, it } from 'vitest'
import { version } from '#server/config/version.ts'
import { closeDatabases, databaseAt, emptyDatabase } from '#server/testing/prepared/old-database.ts'
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
    new RegExp(`^.*The database has the tables of a newer release, on which ${version} can't run: [^\n]*$`),
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
  await expect(upgrade()).rejects.toThrow(/tables of release 9\.0\.0, on which/)
})
