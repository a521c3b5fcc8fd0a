import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clinicHours } from '#server/database/schema/calendar.ts'
import { day, eight, nine, openTestWaiting, type TestWaiting, ten } from '#server/waiting-list/testing/waiting.ts'

// Each test changes the rules past the app, which hears of it later than its next request.

const monday = 1
let clinic: TestWaiting
let hours: (typeof clinicHours.$inferSelect)[]
beforeAll(async () => {
  clinic = await openTestWaiting()
  hours = await clinic.server.database.db.select().from(clinicHours).where(eq(clinicHours.weekday, monday))
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.reset()
  await open()
  await clinic.server.heard()
})

/** Opens the clinic on Mondays, by rows of a new version. */
async function open() {
  const { db } = clinic.server.database
  await db.delete(clinicHours).where(eq(clinicHours.weekday, monday))
  await db.insert(clinicHours).values(hours)
}

/** Closes the clinic on Mondays, of which the app hears, and opens it again, of which it doesn't. */
async function closeAndOpen() {
  await clinic.server.database.db.delete(clinicHours).where(eq(clinicHours.weekday, monday))
  await clinic.server.heard()
  expect(await clinic.staff.freeSlots(day, 'Teeth Cleaning')).toEqual([])
  await open()
}

it.each([
  ['after a change', open],
  ['when the clinic opens again', closeAndOpen],
])('patients and the desk book, and both move: %s', async (_when, change) => {
  const { app } = clinic.server
  const ann = await clinic.server.person()
  await change()
  const booked = await clinic.staff.book({ treatment: 'Teeth Cleaning', date: day, slot: eight }, Promise.resolve(ann))
  expect(booked.statusCode).toBe(201)
  const id = booked.json().booking._id
  await change()
  const url = `/booking/${id}/time`
  const moved = await app.inject({ method: 'PATCH', url, headers: ann.bearer, payload: { date: day, slot: nine } })
  expect(moved.statusCode).toBe(200)
  await change()
  const byStaff = await clinic.staff.moveTo(id, { date: day, slot: ten, from: { date: day, slot: nine } })
  expect(byStaff.statusCode).toBe(200)
  await change()
  const bob = await clinic.server.person()
  const wish = {
    patient: { id: bob.patientId },
    phone: '212 555 0100',
    treatmentId: clinic.cleaning._id,
    date: day,
    slot: eight,
  }
  expect((await clinic.staff.bookFor({ ...wish, requestId: randomUUID() })).statusCode).toBe(201)
})

it.each([
  ['books', undefined],
  ['moves', 'May 11, 2026'],
])('the link of the waiting list %s', async (_what, replaces) => {
  const ann = await clinic.server.person()
  const id = replaces && (await clinic.book(ten, { person: ann, date: replaces }))
  const held = await clinic.book(nine)
  expect((await clinic.join(ann, id ? { booking: id } : {})).statusCode).toBe(201)
  await clinic.cancel(held)
  await clinic.offer()
  const token = await clinic.tokenOf(ann)
  await closeAndOpen()
  const taken = await clinic.post('/take', { token, ...(!id && { price: 59 }) })
  expect([taken.statusCode, await clinic.timesOf(ann)]).toEqual([200, ['2026-05-04 09.00 AM']])
})
