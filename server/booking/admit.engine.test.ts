import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { updateRecalls } from '#server/recall/due-store.ts'
import { openRecallTokens } from '#server/recall/token.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { linkKeyOf } from '#server/testing/ties.ts'

// Of two dentists who are free at nine, Ida has more appointments, but Ben would be idle from half past.

const now = new Date('2026-05-01T12:00:00Z')
const name = 'Teeth Cleaning'
const [nine, halfPast, eleven] = ['09.00 AM - 09.30 AM', '09.30 AM - 10.00 AM', '11.00 AM - 11.30 AM']
const offGrid = '09.45 AM - 10.15 AM'

let server: TestApp
let staff: TestStaff
let treatmentId: string
let price: number
let ida: string
let ben: string

beforeAll(async () => {
  server = await openTestApp({ clock: () => now, env: { PUBLIC_URL: 'http://localhost' } })
  staff = await openTestStaff(server)
  const { db } = server.database
  ida = await staff.addDoctor('Ida', name)
  ben = await staff.addDoctor('Ben', name)
  const [found] = await db.update(treatment).set({ recallMonths: 6 }).where(eq(treatment.name, name)).returning()
  treatmentId = found?.id ?? ''
  price = (found?.priceCents ?? 0) / 100
  await server.heard()
})
afterAll(() => server.close())

const patient = () => ({ name: `Bea ${randomUUID()}`, phone: '212 555 0142' })
const bookAtDesk = (date: string, slot: string, more: object = {}) =>
  staff.bookFor({ patient: patient(), treatmentId, date, slot, requestId: randomUUID(), ...more })

/** Gives both an appointment after nine, and has this instance read the day. */
async function prepare(date: string) {
  expect((await bookAtDesk(date, halfPast, { doctor: ida })).statusCode).toBe(201)
  expect((await bookAtDesk(date, offGrid, { doctor: ben, override: { note: 'Pain' } })).statusCode).toBe(201)
  // What it hears of these later drops the day, and the database would choose.
  await server.heard()
  expect(await staff.freeSlots(date, name)).toContain(nine)
}

/** Returns the dentist of the appointment at nine. */
async function dentistAtNine(date: string) {
  const rows = await server.database.db.select().from(booking).where(eq(booking.slot, nine))
  const day = new Date(`${date} UTC`).toISOString().slice(0, 10)
  return rows.find((row) => row.date === day)?.doctorId
}

it('a patient who books gets the dentist whom it leaves no idle minutes', async () => {
  const date = 'May 4, 2026'
  await prepare(date)
  expect((await staff.book({ treatment: name, date, slot: nine })).statusCode).toBe(201)
  expect(await dentistAtNine(date)).toBe(ida)
})

it('a patient who moves gets that dentist', async () => {
  const date = 'May 5, 2026'
  const person = await server.person()
  const wish = { treatment: name, date, slot: eleven, doctor: ida }
  const { booking: made } = (await staff.book(wish, Promise.resolve(person))).json()
  await prepare(date)
  const answer = await server.app.inject({
    method: 'PATCH',
    url: `/booking/${made._id}/time`,
    headers: person.bearer,
    payload: { date, slot: nine },
  })
  expect(answer.statusCode).toBe(200)
  expect(await dentistAtNine(date)).toBe(ida)
})

it('the desk gets that dentist for a patient', async () => {
  const date = 'May 6, 2026'
  await prepare(date)
  expect((await bookAtDesk(date, nine)).statusCode).toBe(201)
  expect(await dentistAtNine(date)).toBe(ida)
})

it('the desk gets that dentist for an appointment that it moves', async () => {
  const date = 'May 7, 2026'
  const { booking: made } = (await bookAtDesk(date, eleven, { doctor: ida })).json()
  await prepare(date)
  const moved = await staff.moveTo(made._id, { date, slot: nine, from: { date, slot: eleven } })
  expect(moved.statusCode).toBe(200)
  expect(await dentistAtNine(date)).toBe(ida)
})

it('a patient who books by an invitation gets that dentist', async () => {
  const date = 'May 8, 2026'
  const { db } = server.database
  const person = await server.person()
  const { patientId, userId } = person
  const place = { ...timeColumns('2025-10-01', nine), treatmentId, treatment: name, priceCents: price * 100, patientId }
  const more = { patient: '', patientName: 'Ann', phone: '212 555 0142', doctorId: ida, overridden: true }
  await db.insert(booking).values({ id: randomUUID(), ...place, ...more, status: 'done', bookedBy: userId })
  await updateRecalls(db, { today: '2026-05-01', timeZone: 'America/New_York' })
  const [due] = await db.select().from(recall)
  const key = await linkKeyOf(server.database, person)
  const token = openRecallTokens(server.secret).issue({ id: due?.id ?? '', patientId, key })
  await prepare(date)
  const payload = { token, treatmentId, date, slot: nine, price }
  const answer = await server.app.inject({ method: 'POST', url: '/recall-link/book', payload })
  expect(answer.statusCode).toBe(200)
  expect(await dentistAtNine(date)).toBe(ida)
})
