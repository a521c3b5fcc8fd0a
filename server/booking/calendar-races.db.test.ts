import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { replaceDay } from '#server/calendar-change/store.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 1, 2026'
const slot = '08.00 AM - 08.30 AM'
const treatment = 'Teeth Cleaning'
const requests = 500

let server: TestApp
let staff: TestStaff
let patients: Awaited<ReturnType<TestApp['person']>>[]
beforeEach(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  for (const name of ['Ann', 'Ben', 'Cho']) await staff.addDoctor(name, treatment)
  for (const name of ['Window', 'Garden']) await staff.change({ kind: 'add-chair', name })
  patients = await Promise.all(Array.from({ length: requests }, () => server.person()))
})
afterEach(() => server.close())

/** Counts pairs of bookings that have a doctor, a chair or a patient at the same time. */
const overlaps = () =>
  server.database.db.$count(sql`(
    select from booking one join booking other on one.id < other.id and one.busy && other.busy
      and (one.doctor_id = other.doctor_id or one.chair_id = other.chair_id or one.patient_id = other.patient_id)
    where one.status <> 'cancelled' and other.status <> 'cancelled'
  ) as pairs`)

/** Sends one request per patient, `atOnce` at a time, each for the slot that `slotOf` returns for its number. Returns
 *  their statuses. By default as many are sent at once as a busy machine answers before one has waited too long for a
 *  connection. */
async function bookAll(slotOf: (n: number) => string, atOnce = 50): Promise<number[]> {
  const { _id: treatmentId, price } = (await staff.treatments()).find(({ name }) => name === treatment) ?? {}
  const limit = pLimit(atOnce)
  return limit.map(patients, async ({ email, bearer }, n) => {
    const payload = { treatmentId, price, date, slot: slotOf(n), patient: email, phone: '1' }
    return (await server.app.inject({ method: 'POST', url: '/booking', headers: bearer, payload })).statusCode
  })
}

it(`of ${requests} requests for one time with three doctors and two chairs, two get it`, async () => {
  const statuses = await bookAll(() => slot)
  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(statuses.filter((status) => status === 409)).toHaveLength(requests - 2)
  const rows = await server.database.db.select().from(booking)
  expect(new Set(rows.map(({ doctorId }) => doctorId)).size).toBe(2)
  expect(new Set(rows.map(({ chairId }) => chairId)).size).toBe(2)
})

it(`${requests} requests over a day that an admin closes meanwhile leave no overlap, and the admin sees each booking`, async () => {
  const slots = await staff.freeSlots(date, treatment)
  const started = bookAll((n) => slots[n % slots.length] ?? '', 20)
  await expect.poll(() => server.database.db.$count(booking)).toBeGreaterThan(0)
  const effect = await staff.change({ kind: 'set-day', day: { date, note: 'Water damage', periods: [] } })
  const statuses = await started
  const booked = statuses.filter((status) => status === 201).length
  expect(await server.database.db.$count(booking)).toBe(booked)
  expect(effect.attention.count).toBe(booked)
  expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([])
  expect(await overlaps()).toBe(0)
})

it(`${requests} requests over a day while doctors and hours change leave no overlap and no appointment outside the rules but those listed`, async () => {
  const slots = await staff.freeSlots(date, treatment)
  const started = bookAll((n) => slots[n % slots.length] ?? '', 20)
  const { doctors } = await staff.calendar()
  const wholeWeek = (from: number) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, periods: [{ from, until: 1_020 }] }))
  for (const [i, { _id: doctorId }] of doctors.entries()) {
    await staff.change({ kind: 'set-hours', week: wholeWeek(480 + i * 60) })
    if (i > 0)
      await staff.change({ kind: 'add-absence', doctorId, absence: { firstDay: date, lastDay: date, note: '' } })
  }
  const statuses = await started
  expect(await server.database.db.$count(booking)).toBe(statuses.filter((status) => status === 201).length)
  expect(await overlaps()).toBe(0)
  const rows = await server.database.db.select().from(booking)
  const early = rows.filter(({ startsAt }) => startsAt < new Date('2026-05-01T14:00:00Z'))
  const ofAbsent = rows.filter(
    ({ startsAt, doctorId }) => startsAt >= new Date('2026-05-01T14:00:00Z') && doctorId !== doctors[0]?._id,
  )
  expect((await staff.calendar()).needAttention).toBe(early.length + ofAbsent.length)
})

if (inject('engine').kind === 'postgres')
  it('a booking that waited for a change of the rules is refused by the new rules', async () => {
    const { db } = server.database
    const waiting = sql`(select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted and database =
      (select oid from pg_database where datname = current_database())) as waiting`
    let booked: ReturnType<TestStaff['book']> | undefined
    await db.transaction(async (tx) => {
      await lockRules(tx)
      await replaceDay(tx, { date: '2026-05-01', note: '', periods: [] })
      booked = staff.book({ treatment, date, slot })
      await expect.poll(() => db.$count(waiting)).toBe(1)
    })
    const response = await booked
    expect([response?.statusCode, response?.json().errors]).toEqual([400, { date: expect.stringContaining('closed') }])
    expect(await db.$count(booking)).toBe(0)
  })
