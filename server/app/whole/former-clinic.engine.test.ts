import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookings, clinic, payments } from '#server/app/whole/testing/former/appointments.ts'
import { expectedRows } from '#server/app/whole/testing/former/expected.ts'
import { erasure, people, trail } from '#server/app/whole/testing/former/people.ts'
import { differences, type Row, type Rows, readRows } from '#server/app/whole/testing/former/rows.ts'
import { backUp, restoreTo } from '#server/backup/testing/contents.ts'
import { readClinic } from '#server/clinic/store.ts'
import type { Database } from '#server/database/db.ts'
import { clinicHours } from '#server/database/schema/calendar.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { makeSetupLink } from '#server/set-up/link.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { closeDatabases, databaseAt, emptyDatabase } from '#server/testing/prepared/old-database.ts'

// The last migration of the model in which one row of "user" was account, patient and staff (docs/decisions/0072).
const lastOfFormerModel = '0022_find_patients'

// Made by the code of that release, with the secret of the test app.
const formerLink =
  'o5CTvyek5xoC9Tx41EES2lX5pxi3c3KS3GExaUYtaYs.WyIwMTkwYTAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDg2MTciLCJ1c2VyLTUiXQ'
const formerFeed = 'fe0d0000-0000-4000-8000-000000000005.riVSPyXyEV0gNTV4iJN5r7suQy0bjWBvD5SfcW3CzdI.ics'

const begun = Date.now()
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

it('takes the people for what they are', () => {
  const find = (table: string, key: string, value: unknown) => expected[table]?.find((row) => row[key] === value)
  const desk = '00000000-0000-5000-8000-000000002502'
  const ofDesk = { name: 'Nguyễn Thị 2502', email: null, contact: 'phone', erased_at: null }
  expect(find('patient', 'id', desk)).toMatchObject(ofDesk)
  expect(find('user', 'id', desk)).toBeUndefined()
  expect(find('booking', 'patient_id', desk)).toMatchObject({ patient: '', booked_by: null, patient_name: ofDesk.name })
  for (const id of [desk, 'user-5']) expect(find('patient_phone', 'patient_id', id)?.digits).toBe('6465550005')
  expect(find('patient', 'id', 'user-5')).toMatchObject({ email: 'person-5@example.org', contact: 'email' })
  const erased = { name: 'Erased account', email: null, contact: 'none' }
  expect(find('patient', 'id', 'user-2801')).toMatchObject(erased)
  expect(find('patient', 'id', 'user-2821')).toMatchObject(erased)
  expect(find('patient', 'id', 'user-2831')).toBeUndefined()
  const admin = { role: 'admin', invited_by: 'user-2', invited_at: '2025-08-01T03:00:00+00:00' }
  expect(find('staff', 'user_id', 'user-3')).toMatchObject(admin)
  expect(find('staff', 'user_id', 'user-2498')).toMatchObject({ role: 'admin', invited_by: null })
  expect(find('audit', 'action', 'erase-account')?.subject).toBe('Erased account')
})

describe.each([
  ['an update', () => upgraded.withSession],
  ['a restore of a backup', () => restored.withSession],
])('after %s of the former model', (_, withSession) => {
  let actual: Rows
  let sums: Rows
  let closedThrough: string
  beforeAll(async () => {
    const all = Object.entries(await readRows(withSession()))
    const isOfReports = ([table]: [string, unknown]) => table.startsWith('report_')
    actual = Object.fromEntries(all.filter((entry) => !isOfReports(entry)))
    sums = Object.fromEntries(all.filter(isOfReports))
    // Random ids, and a count of changes.
    actual.staff = actual.staff?.map(({ id: _id, ...staff }) => staff) ?? []
    actual.patient_user = actual.patient_user?.map(({ id: _id, ...tie }) => tie) ?? []
    const { payment = [], refund = [], charge = [], refund_entry = [], till: [till = {}] = [] } = actual
    const intentOf = new Map(payment.map(({ id, intent_id }) => [id, intent_id]))
    actual.refund = refund.map((row) => ({ ...row, payment_id: intentOf.get(row.payment_id) ?? null }))
    actual.payment = payment.map(({ id: _id, ...row }) => row)
    const bookingOf = new Map(charge.map(({ id, booking_id }) => [id, booking_id]))
    actual.charge = charge.map(({ id: _id, charge_id, ...row }) => ({
      ...row,
      charge_id: bookingOf.get(charge_id) ?? null,
    }))
    actual.refund_entry = refund_entry.map(({ id: _id, ...row }) => row)
    actual.till = [{ ...till, closed_through: null }]
    closedThrough = String(till.closed_through)
    for (const policies of [actual.clinic_policy, expected.clinic_policy]) delete policies?.[0]?.version
  })

  it('has the tables of today', () => {
    expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort())
  })

  it('counts the money of the till from the day of the update on', () => {
    const dayBefore = (instant: number) => new Date(instant - 86_400_000).toISOString().slice(0, 10)
    expect([dayBefore(begun), dayBefore(Date.now())]).toContain(closedThrough)
  })

  it('has every row as expected, and no other', () => {
    for (const [table, rows] of Object.entries(expected)) {
      expect.soft(differences(rows, actual[table] ?? []), table).toEqual({ missing: [], unexpected: [] })
    }
  })

  it('has the sums of reports as a rebuild makes them', async () => {
    await withSession()((session) => session.query('SELECT rebuild_reports()'))
    const rebuilt = await readRows(withSession())
    for (const [table, rows] of Object.entries(sums)) {
      expect.soft(differences(rebuilt[table] ?? [], rows), table).toEqual({ missing: [], unexpected: [] })
    }
    expect(sums.report_figure?.length).toBeGreaterThan(1_000)
  })

  it('has no placeholder in any text of any table', () => {
    const tables = Object.entries(actual).filter(([, rows]) => JSON.stringify(rows).includes('.invalid'))
    expect(tables.map(([table]) => table)).toEqual([])
  })
})

describe('a server on the updated database', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ database: upgraded })
  })
  afterAll(() => server?.close())

  it('reads links and feeds of the former release', async () => {
    const link = await server.app.inject({ method: 'POST', url: '/appointment-link', payload: { token: formerLink } })
    expect(link.json()).toMatchObject({ treatment: 'Treatment 2', date: 'Mar 13, 2026', slot: '12.20 PM - 12.50 PM' })
    const feed = await server.app.inject(`/calendar/feed/${formerFeed}`)
    expect(feed.body).toContain('DTSTART:20260313T162000Z')
  })

  it('takes the clinic’s data from the settings, and sets up nothing anew', async () => {
    const data = { name: 'Lumen Dental', timeZone: 'America/New_York', setupStep: null }
    expect(await readClinic(upgraded.db)).toMatchObject(data)
    expect(await upgraded.db.$count(clinicHours)).toBe(6)
    expect(await makeSetupLink(upgraded.db, server.origin)).toBeUndefined()
  })

  it('finishes the reconciliation that was under way', async () => {
    const states = async () => {
      const rows = await upgraded.db.select().from(paymentIntent).where(inArray(paymentIntent.id, dueIntents()))
      return [...new Set(rows.map(({ state }) => state))]
    }
    expect(dueIntents().length).toBeGreaterThan(10)
    // The provider knows none of them.
    await expect.poll(states, { timeout: 60_000 }).toEqual(['cancelled'])
  })
})

/** The payments that a reconciliation has to look at next. */
function dueIntents() {
  const isDue = ({ state, due }: Row) => (state === 'open' || state === 'unclaimed') && String(due) < '2026-04'
  return former.payment_intent?.filter(isDue).map(({ id }) => String(id)) ?? []
}
