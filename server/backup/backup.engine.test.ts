import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { loadMigrations } from '#server/app/backup/migrations.ts'
import { backUp, contentsOf, restoreTo } from '#server/backup/testing/contents.ts'
import { fillEveryTable } from '#server/backup/testing/every-table.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { closeDatabases, emptyDatabase } from '#server/testing/prepared/old-database.ts'
import { backupOf } from './backup.ts'
import { readBackup } from './format/read.ts'

let source: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'clinic-backup-'))
beforeAll(async () => {
  source = await freshDatabase()
  await fillEveryTable(source)
})
afterEach(closeDatabases)
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

it('restores every table of the product and the sandbox to an empty database, row by row', async () => {
  const file = join(folder, 'all.backup')
  const { tables } = await backUp(source.withSession, file)
  const before = await contentsOf(source.withSession)
  expect(
    Object.entries(before).filter(([, { rows }]) => rows === 0),
    'fillEveryTable() leaves a table empty',
  ).toEqual([])
  expect(tables.map(({ schema, table }) => `${schema}.${table}`).sort()).toEqual(Object.keys(before).sort())
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = await emptyDatabase()
  await restoreTo(target.withSession, file)

  expect(await contentsOf(target.withSession)).toEqual(before)
  await target.pool.end()
  const { executeSql, close } = await target.open()
  const insert = (table: string, columns: string, values: string, id: string) =>
    executeSql(`INSERT INTO ${table} (${columns}) VALUES (${values}) RETURNING ${id} AS id`)
  const audited = await insert(
    'audit',
    'user_id, email, action, subject, client_address',
    `'a', 'a', 'demote-user', '', ''`,
    'id',
  )
  expect(audited.rows).toEqual([{ id: '4' }])
  const event = await insert('sandbox.event', 'id, type, object, request', `'evt_3', '', '{}', '{}'`, 'position')
  expect(event.rows).toEqual([{ id: '3' }])
  await expect(executeSql('DELETE FROM payment_ledger'), 'triggers are on').rejects.toThrow()
  await close()
})

it.runIf(inject('engine').kind === 'postgres')('has no row that was added after the first one was read', async () => {
  const { 'public.user': before } = await contentsOf(source.withSession)
  const migrations = await loadMigrations()
  const { tables } = await source.withSession((session) => readBackup(withLateRow(backupOf(session, migrations))))
  expect(tables.find(({ table }) => table === 'user')?.rows).toBe(before?.rows)
  expect((await contentsOf(source.withSession))['public.user']?.rows).toBe((before?.rows ?? 0) + 1)
})

async function* withLateRow(text: AsyncIterable<Buffer>) {
  let isLate = false
  for await (const chunk of text) {
    if (!isLate) await source.executeSql(`INSERT INTO "user" (id, name, email) VALUES ('late', '', 'late@example.org')`)
    isLate = true
    yield chunk
  }
}
