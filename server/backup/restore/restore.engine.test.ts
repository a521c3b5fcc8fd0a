import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { loadMigrations } from '#server/app/backup/migrations.ts'
import { backUp, contentsOf, restoreTo } from '#server/backup/testing/contents.ts'
import { fillEveryTable } from '#server/backup/testing/every-table.ts'
import { makeSetupLink } from '#server/set-up/link.ts'
import { openTestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

// Has the rows of fillEveryTable() in the tables of 0020_sign_in_and_data.
const released = join(import.meta.dirname, 'released/format-1.backup')
const key = 'a passphrase of a clinic'
const folder = mkdtempSync(join(tmpdir(), 'clinic-restore-'))
const file = join(folder, 'filled.backup')
const encrypted = join(folder, 'filled.age')

/** Returns a database that a server has started with once. */
async function newTarget() {
  const target = await freshDatabase()
  targets.push(target)
  const server = await openTestApp({ database: target })
  await makeSetupLink(target.db, server.origin)
  await server.close()
  return target
}
const targets: TestDatabase[] = []

let filled: TestDatabase
beforeAll(async () => {
  filled = await freshDatabase()
  await fillEveryTable(filled)
  await backUp(filled.withSession, file)
  await backUp(filled.withSession, encrypted, { encryption: { key, cost: 4 } })
})
afterEach(async () => {
  for (const { close } of targets.splice(0)) await close()
})
afterAll(async () => {
  await filled.close()
  rmSync(folder, { recursive: true })
})

it('reads a released file, and leaves tables of others alone', async () => {
  const target = await newTarget()
  await target.executeSql(
    `CREATE TABLE theirs AS SELECT 1 AS id; CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  )
  const { tables } = await restoreTo(target.withSession, released)
  expect(tables.every(({ rows }) => rows > 0)).toBe(true)
  await target.withSession(async ({ query }) => {
    const { rows } = await query(`SELECT b.note, b.busy::text, u.name, encode(p.large, 'hex') AS large
      FROM booking b JOIN "user" u ON u.id = b.patient_id JOIN doctor d ON d.id = b.doctor_id JOIN photo p ON p.url = d.img`)
    const text = "tab\tline\nreturn\r backslash \\ \\. \\N quote ' é – 🦷"
    const busy = '["2030-01-07 13:00:00+00","2030-01-07 13:30:00+00")'
    expect(rows).toEqual([{ note: text, name: text, busy, large: '00ff5c0a09' }])
    expect((await query('SELECT theirs() AS id FROM theirs')).rows).toEqual([{ id: 1 }])
  })
  const again = await backUp(target.withSession, join(folder, 'theirs.backup'))
  expect(again.tables.map(({ table }) => table)).not.toContain('theirs')
})

it('restores an encrypted backup over the first rows of a start, and refuses any others unless --replace names the database', async () => {
  const target = await newTarget()
  const { withSession } = target
  await restoreTo(withSession, encrypted, { key })
  const restored = await contentsOf(withSession)
  expect(restored).toEqual(await contentsOf(filled.withSession))
  await target.executeSql(`UPDATE "user" SET name = 'Ann' WHERE id = 'ann'`)
  const changed = await contentsOf(withSession)

  await expect(restoreTo(withSession, file)).rejects.toThrow(
    /^The database test has data \(in public\.\w+\): nothing was changed; to replace all of it, add --replace test$/,
  )
  await expect(restoreTo(withSession, file, { replace: 'other' })).rejects.toThrow(
    '--replace names other, but the database is test',
  )
  expect(await contentsOf(withSession)).toEqual(changed)

  await restoreTo(withSession, file, { replace: 'test' })
  expect(await contentsOf(withSession)).toEqual(restored)
})

it.each([
  ['ends early', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), undefined, 'is damaged'],
  ['lacks its end', (bytes: Buffer) => bytes.subarray(0, -1), undefined, 'is damaged'],
  ['has another byte', (bytes: Buffer) => bytes.fill(0x55, 900, 901), undefined, 'is damaged'],
  ['is empty', () => Buffer.alloc(0), undefined, 'is empty'],
])('changes nothing if the backup %s', async (_, change, used, message) => {
  const other = join(folder, 'damaged.backup')
  writeFileSync(other, change(readFileSync(file)))
  const before = await contentsOf(filled.withSession)
  await expect(restoreTo(filled.withSession, other, { replace: 'test', key: used })).rejects.toThrow(message)
  expect(await contentsOf(filled.withSession)).toEqual(before)
})

it('changes nothing if a key is set and the backup is a plain one, which anyone can make', async () => {
  const before = await contentsOf(filled.withSession)
  const restoring = restoreTo(filled.withSession, file, { replace: 'test', key })
  await expect(restoring).rejects.toThrow('is not encrypted with BACKUP_KEY')
  expect(await contentsOf(filled.withSession)).toEqual(before)
})

it('changes nothing if the key is wrong or the rows do not fit', async () => {
  const before = await contentsOf(filled.withSession)
  const restoring = restoreTo(filled.withSession, encrypted, { replace: 'test', key: `${key}!` })
  await expect(restoring).rejects.toThrow('BACKUP_KEY is not the key')
  const rejected = restoreTo(filled.withSession, file, {
    replace: 'test',
    onLoaded: async ({ query }) => {
      await query(`INSERT INTO "user" (id, name, email) VALUES ('ann', '', 'a second ann')`)
    },
  })
  await expect(rejected).rejects.toThrow('user_pkey')
  expect(await contentsOf(filled.withSession)).toEqual(before)
})

it('refuses a backup of a newer release', async () => {
  const migrations = await loadMigrations()
  // To a release of which only the sandbox's journal is known, the product's migrations are new.
  const older = { public: migrations.sandbox, sandbox: migrations.sandbox }
  const target = await newTarget()
  const before = await contentsOf(target.withSession)
  await expect(restoreTo(target.withSession, file, { migrations: older })).rejects.toThrow(
    /was made by a newer release than this one, \d+\.\d+\.\d+: it has the migration 00/,
  )
  expect(await contentsOf(target.withSession)).toEqual(before)
})

it('refuses while a server uses the database', async () => {
  const { engine, listen, withSession } = filled
  // Only one process opens an embedded database.
  if (engine === 'pglite') return
  const end = await listen({}, () => {})
  await expect(restoreTo(withSession, file, { replace: 'test' })).rejects.toThrow('A server uses the database test')
  await end()
})
