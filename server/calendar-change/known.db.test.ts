import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

// An instance remembers which appointments are outside of the rules of a version (docs/decisions/0052).

const date = 'May 1, 2026'
const closed: CalendarChangeInput = { kind: 'set-day', day: { date, note: '', periods: [] } }
const open: CalendarChangeInput = { kind: 'clear-day', date }

let server: TestApp
let other: TestApp
let staff: TestStaff
let otherStaff: TestStaff
beforeAll(async () => {
  server = await openTestApp()
  other = await openTestApp({ database: server.database })
  staff = await openTestStaff(server)
  otherStaff = await openTestStaff(other)
  await staff.book({ treatment: 'Teeth Cleaning', date, slot: '08.00 AM - 08.30 AM' })
  await staff.book({ treatment: 'Teeth Cleaning', date, slot: '09.00 AM - 09.30 AM' })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Changes the rules by one of two instances; afterwards both know of it. */
async function change(by: TestStaff, input: CalendarChangeInput) {
  const effect = await by.change(input)
  await Promise.all([server.heard(), other.heard()])
  return effect
}

const count = async (by: TestStaff) => (await by.calendar()).needAttention

it('another instance has changed the rules', async () => {
  expect([await count(staff), await count(otherStaff)]).toEqual([0, 0])
  await change(otherStaff, closed)
  expect([await count(staff), await count(otherStaff)]).toEqual([2, 2])
  await change(staff, open)
  expect([await count(staff), await count(otherStaff)]).toEqual([0, 0])
})

it('a change concerns other days than the one before', async () => {
  await change(staff, closed)
  const elsewhere: CalendarChangeInput = { kind: 'set-day', day: { date: 'May 4, 2026', note: '', periods: [] } }
  expect((await change(staff, elsewhere)).attention.count).toBe(0)
  expect(await count(staff)).toBe(2)
  const earlier: CalendarChangeInput = {
    kind: 'set-day',
    day: { date, note: '', periods: [{ from: 480, until: 510 }] },
  }
  expect((await staff.preview(earlier)).attention.count).toBe(0)
  await change(staff, earlier)
  expect(await count(staff)).toBe(1)
  await change(staff, open)
  expect(await count(staff)).toBe(0)
})

it('an appointment was done when the rules changed, and is set back afterwards', async () => {
  const { db } = server.database
  await db.update(booking).set({ status: 'done' })
  await change(staff, closed)
  expect([await count(staff), await count(otherStaff)]).toEqual([0, 0])
  await db.update(booking).set({ status: 'booked' })
  expect([await count(staff), await count(otherStaff)]).toEqual([2, 2])
})
