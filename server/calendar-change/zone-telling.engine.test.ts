import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ZoneChange } from '#contract/clinic.ts'
import { addDueReminders } from '#server/appointment/reminder-store.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

let server: TestApp
let staff: TestStaff
beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterAll(() => server.close())

const treatment = 'Teeth Cleaning'
const nine = '09.00 AM - 09.30 AM'
const headers = () => staff.admin.bearer

async function changeZone(change: Omit<ZoneChange, 'version'>) {
  const { version } = (await server.app.inject({ url: '/clinic', headers: headers() })).json()
  const payload = { version, ...change }
  return server.app.inject({ method: 'POST', url: '/clinic/time-zone', headers: headers(), payload })
}

async function book(date: string): Promise<string> {
  return (await staff.book({ treatment, date, slot: nine })).json().booking._id
}

const noticesOf = async (id: string) => {
  const { db } = server.database
  const rows = await db.select().from(appointmentNotice).where(eq(appointmentNotice.bookingId, id))
  return rows.map(({ kind, sequence, startsAt }) => `${kind} ${sequence} ${startsAt.toISOString()}`).sort()
}
const sequenceOf = async (id: string) =>
  (await server.database.db.select().from(booking).where(eq(booking.id, id)))[0]?.sequence
const feedChange = async (id: string) =>
  (await server.database.db.select().from(booking).where(eq(booking.id, id)))[0]?.changedAt.getTime() ?? 0

it('with the clock kept, calendar files follow and nobody is told, and what waits or was sent counts on', async () => {
  const id = await book('May 4, 2026')
  const { db } = server.database
  await db.update(booking).set({ scheduledAt: new Date('2026-04-01T12:00:00Z') })
  await addDueReminders(db, new Date('2026-05-03T20:00:00Z'))
  expect(await noticesOf(id)).toEqual(['booked 0 2026-05-04T13:00:00.000Z', 'reminder 0 2026-05-04T13:00:00.000Z'])
  const before = await feedChange(id)
  const { statusCode, ...answer } = await changeZone({ timeZone: 'America/Chicago', keep: 'clock' })
  expect([statusCode, answer.json()]).toMatchObject([200, { count: 1, emailed: 0, unreachable: 0 }])
  expect(await sequenceOf(id)).toBe(1)
  expect(await feedChange(id)).toBeGreaterThan(before)
  const after = ['booked 1 2026-05-04T14:00:00.000Z', 'reminder 0 2026-05-04T14:00:00.000Z']
  expect(await noticesOf(id)).toEqual(after)
  // No second reminder for the same appointment.
  await addDueReminders(db, new Date('2026-05-03T20:00:00Z'))
  expect(await noticesOf(id)).toEqual(after)
  await db.delete(booking).where(eq(booking.id, id))
})

it('with the instants kept, patients are told of the new time on the clock, and staff whom to call', async () => {
  const [told, silent] = [await book('May 5, 2026'), await book('May 6, 2026')]
  const { db } = server.database
  const [{ patientId } = { patientId: '' }] = await db.select().from(booking).where(eq(booking.id, silent))
  await db.update(booking).set({ bookedBy: null }).where(eq(booking.id, silent))
  await db.delete(patientUser).where(eq(patientUser.patientId, patientId))
  await db.update(patient).set({ contact: 'phone', email: null }).where(eq(patient.id, patientId))
  const preview = await changeZone({ timeZone: 'Asia/Tokyo', keep: 'instant', preview: true })
  const effect = { count: 2, emailed: 1, unreachable: 1 }
  expect(preview.json()).toMatchObject(effect)
  expect([await sequenceOf(told), (await noticesOf(told)).length]).toEqual([0, 1])
  expect((await changeZone({ timeZone: 'Asia/Tokyo', keep: 'instant' })).json()).toMatchObject(effect)
  for (const [id, startsAt] of [
    [told, '2026-05-05T14:00:00.000Z'],
    [silent, '2026-05-06T14:00:00.000Z'],
  ] as const) {
    expect(await sequenceOf(id)).toBe(1)
    expect(await noticesOf(id)).toEqual([`booked 0 ${startsAt}`, `moved 1 ${startsAt}`])
  }
})

it('a zone with the same clock tells nobody and leaves calendar files alone', async () => {
  const id = await book('May 7, 2026')
  const answer = await changeZone({ timeZone: 'Asia/Seoul', keep: 'instant' })
  expect(answer.json()).toMatchObject({ emailed: 0, unreachable: 0 })
  expect([await sequenceOf(id), (await noticesOf(id)).length]).toEqual([0, 1])
})
