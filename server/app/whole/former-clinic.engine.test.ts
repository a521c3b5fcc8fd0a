import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { backUp, restoreTo } from '#server/testing/backup/contents.ts'
import { bookings, clinic, payments } from '#server/testing/former/appointments.ts'
import { expectedRows } from '#server/testing/former/expected.ts'
import { erasure, people, trail } from '#server/testing/former/people.ts'
import { differences, type Rows, readRows } from '#server/testing/former/rows.ts'
import { closeDatabases, databaseAt, emptyDatabase } from '#server/testing/prepared/old-database.ts'

// The last migration of the model in which one row of "user" was account, patient and staff (docs/decisions/0072).
const lastOfFormerModel = '0022_find_patients'

const folder = mkdtempSync(join(tmpdir(), 'clinic-former-'))
let former: Rows
let expected: Rows
let upgraded: Database
let restored: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  const { db, upgrade, withSession } = await databaseAt(lastOfFormerModel)
  for (const part of [people, clinic, bookings, payments, trail, erasure]) await db.execute(part)
  former = await readRows(withSession)
  expected = expectedRows(former)
  const file = join(folder, 'former.backup')
  await backUp(withSession, file)
  upgraded = await upgrade()
  restored = await emptyDatabase()
  await restoreTo(restored.withSession, file)
}, 240_000)
afterAll(async () => {
  await closeDatabases()
  rmSync(folder, { recursive: true })
})

it('has a clinic of the former model with everything that can go wrong', () => {
  const count = (table: string, is: (row: Rows[string][number]) => boolean = () => true) =>
    former[table]?.filter(is).length
  expect(count('booking')).toBe(10_000)
  expect(count('user', ({ email }) => String(email).endsWith('@patients.invalid'))).toBe(345)
})

describe.each([
  ['an update', () => upgraded.withSession],
  ['a restore of a backup', () => restored.withSession],
])('after %s of the former model', (_, withSession) => {
  let actual: Rows
  beforeAll(async () => {
    actual = await readRows(withSession())
    // Random, and a count of changes.
    actual.staff = actual.staff?.map(({ id: _id, ...staff }) => staff) ?? []
    for (const policies of [actual.clinic_policy, expected.clinic_policy]) delete policies?.[0]?.version
  })

  it('has the tables of today', () => {
    expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort())
  })

  it('has every row as expected, and no other', () => {
    for (const [table, rows] of Object.entries(expected)) {
      expect.soft(differences(rows, actual[table] ?? []), table).toEqual({ missing: [], unexpected: [] })
    }
  })

  it('has no placeholder in any text of any table', () => {
    const tables = Object.entries(actual).filter(([, rows]) => JSON.stringify(rows).includes('.invalid'))
    expect(tables.map(([table]) => table)).toEqual([])
  })
})
