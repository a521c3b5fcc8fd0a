import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { conflictOf } from '#server/appointment/move.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { rescheduleBooking } from './move-store.ts'

const rounds = 200
const movers = 10
const day = 86_400_000
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Books times of one day for patients. */
async function bookAll() {
  const [cleaning] = await database.db.select().from(treatment)
  if (!cleaning) throw new Error('the sample treatments are missing')
  const { id: treatmentId, name, priceCents } = cleaning
  return Promise.all(
    Array.from({ length: movers }, async (_, at) => {
      const [id, patientId] = [randomUUID(), randomUUID()]
      await database.db.insert(patient).values({ id: patientId, name: 'Ann' })
      const columns = timeColumns(
        '2030-06-12',
        `${String(at + 1).padStart(2, '0')}.00 AM - ${String(at + 1).padStart(2, '0')}.30 AM`,
      )
      const person = { patientId, patient: '', patientName: 'Ann', phone: '1' }
      await database.db.insert(booking).values({ id, ...columns, ...person, treatmentId, treatment: name, priceCents })
      return id
    }),
  )
}

it(`of ${movers} appointments that move to one time at once, one gets it, ${rounds} times`, async () => {
  const { db } = database
  const ids = await bookAll()
  const moved: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const date: IsoDate = addDays('2031-06-12', round)
    const startsAt = Date.parse('2031-06-12T12:00:00Z') + round * day
    const until = startsAt + 1_800_000
    const times = { startsAt, endsAt: until, busyUntil: until }
    const place = { ...times, date, slot: '08.00 AM - 08.30 AM', doctorId: null, chairId: null }
    const outcomes = await Promise.all(
      ids.map((id) => db.transaction((tx) => rescheduleBooking(tx, id, place)).catch(conflictOf)),
    )
    moved.push(outcomes.filter((outcome) => 'id' in outcome).length)
    expect(await db.$count(booking, eq(booking.date, date))).toBe(1)
  }
  expect(moved).toEqual(Array(rounds).fill(1))
})
