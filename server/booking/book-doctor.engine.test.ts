import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computedCents } from '#contract/kit/money/amount.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { session } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { addTestRules, openTestCalendar } from '#server/testing/calendar/calendar.ts'
import { addDoctor } from '#server/testing/calendar/doctors.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { book } from './book.ts'
import { findBooking } from './store.ts'

const slot = '08.00 AM - 08.30 AM'
let database: TestDatabase
let opened: Awaited<ReturnType<typeof openTestCalendar>>
let cleaning: typeof treatment.$inferSelect
let ida: string
let oskar: string
let days = 0

beforeAll(async () => {
  database = await freshDatabase()
  await addTestRules(database)
  const [found] = await database.db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!found) throw new Error('there is no Teeth Cleaning')
  cleaning = found
  ida = await addDoctor(database.db, { name: 'Dr. Ida Holm', specialty: cleaning.name })
  oskar = await addDoctor(database.db, { name: 'Dr. Oskar Brandt', specialty: cleaning.name })
  opened = await openTestCalendar(database)
})
afterAll(async () => {
  await opened.close()
  await database.close()
})

/** Returns a day that no other test uses. */
function freshDay(): IsoDate {
  days += 1
  return addDays('2030-01-01', days)
}

/** Books for a new patient. */
async function bookOn(date: IsoDate, named?: string) {
  const id = randomUUID()
  await database.db.insert(user).values({ id, name: 'Ann', email: `${id}@example.org` })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await database.db.insert(session).values({ id, token: id, userId: id, expiresAt })
  const { id: treatmentId, priceCents } = cleaning
  return book({ db: database.db, calendar: opened }, id, {
    treatmentId,
    date,
    slot,
    priceCents: computedCents(priceCents),
    phone: '',
    doctor: named,
  })
}

const taken = { ok: false, reason: 'slot-taken' }

it('tries only the doctor that the patient names', async () => {
  for (const named of [ida, oskar]) {
    const date = freshDay()
    expect(await bookOn(date, named)).toMatchObject({ ok: true, booking: { doctorId: named } })
    expect(await bookOn(date, named)).toEqual(taken)
  }
})

it('takes another doctor for a patient who names none, as long as one is free', async () => {
  const date = freshDay()
  await bookOn(date, oskar)
  expect(await bookOn(date)).toMatchObject({ ok: true, booking: { doctorId: ida, doctorName: 'Dr. Ida Holm' } })
  expect(await bookOn(date)).toEqual(taken)
})

it('books one of twenty patients who name the same doctor at the same time', async () => {
  const date = freshDay()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => bookOn(date, ida)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(19).fill(taken))
})

it('keeps the name of a doctor who left', async () => {
  const made = await bookOn(freshDay(), oskar)
  if (!made.ok) throw new Error('nothing was booked')
  await database.db.update(doctor).set({ leftAt: new Date() }).where(eq(doctor.id, oskar))
  expect(await findBooking(database.db, made.booking.id)).toMatchObject({ doctorName: 'Dr. Oskar Brandt' })
})
