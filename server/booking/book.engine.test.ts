import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computedCents } from '#contract/kit/money/amount.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { session } from '#server/database/schema/auth.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { patient as patientTable, patientUser } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { addTestRules, openTestCalendar } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { book } from './book.ts'
import type { BookingInput } from './insert-store.ts'

let database: TestDatabase
let opened: Awaited<ReturnType<typeof openTestCalendar>>
let deps: Parameters<typeof book>[0]
let cleaning: typeof treatment.$inferSelect
let days = 0

beforeAll(async () => {
  database = await freshDatabase()
  await addTestRules(database)
  opened = await openTestCalendar(database)
  deps = { db: database.db, calendar: opened }
  cleaning = await treatmentNamed('Teeth Cleaning')
})
afterAll(async () => {
  await opened.close()
  await database.close()
})

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

async function treatmentNamed(name: string) {
  const [found] = await database.db.select().from(treatment).where(eq(treatment.name, name))
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Returns a day that no other test uses. */
function freshDay(): IsoDate {
  days += 1
  return addDays('2030-01-01', days)
}

/** Inserts an account with a live session. */
async function patient(name = 'Ann') {
  const userId = randomUUID()
  const sessionId = randomUUID()
  const email = `${userId}@example.org`
  await database.db.insert(user).values({ id: userId, name, email })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await database.db.insert(session).values({ id: sessionId, token: sessionId, userId, expiresAt })
  const [own] = await database.db.select().from(patientUser).where(eq(patientUser.userId, userId))
  return { userId, patientId: own?.patientId ?? '', sessionId, email, name }
}

type Wanted = Partial<Omit<BookingInput, 'priceCents'>> & { date: IsoDate; priceCents?: number }
function input({ priceCents = cleaning.priceCents, ...fields }: Wanted): BookingInput {
  return { treatmentId: cleaning.id, slot: first, priceCents: computedCents(priceCents), phone: '555', ...fields }
}

describe('booking', () => {
  it('stores the treatment’s name and price and the patient’s name and email', async () => {
    const ann = await patient('Ann')
    const date = freshDay()
    const outcome = await book(deps, ann.sessionId, input({ date }))
    expect(outcome).toMatchObject({
      ok: true,
      booking: {
        treatment: 'Teeth Cleaning',
        priceCents: 5900,
        date,
        slot: first,
        patient: ann.email,
        patientName: 'Ann',
        phone: '555',
        transactionId: null,
      },
    })
  })

  it('refuses a second patient with slot-taken', async () => {
    const date = freshDay()
    await book(deps, (await patient()).sessionId, input({ date }))
    expect(await book(deps, (await patient()).sessionId, input({ date }))).toEqual({
      ok: false,
      reason: 'slot-taken',
    })
  })

  it('returns the patient’s own booking of that treatment and day, even if another patient has the slot', async () => {
    const [ann, ben] = [await patient(), await patient()]
    const date = freshDay()
    await book(deps, ann.sessionId, input({ date, slot: first }))
    await book(deps, ben.sessionId, input({ date, slot: second }))
    expect(await book(deps, ann.sessionId, input({ date, slot: second }))).toMatchObject({
      ok: false,
      reason: 'already-booked',
      booking: { slot: first, patientId: ann.patientId },
    })
  })

  it('frees a cancelled slot for other patients, and the day for its own patient', async () => {
    const ann = await patient()
    const date = freshDay()
    await book(deps, ann.sessionId, input({ date }))
    await database.db
      .update(booking)
      .set({ status: 'cancelled', cancelledAt: new Date() })
      .where(eq(booking.patientId, ann.patientId))
    expect(await book(deps, (await patient()).sessionId, input({ date }))).toMatchObject({
      ok: true,
    })
    expect(await book(deps, ann.sessionId, input({ date, slot: second }))).toMatchObject({
      ok: true,
    })
  })

  it.each([
    ['another price', { priceCents: 1 }, { reason: 'price-changed', priceCents: 5900 }],
    ['an unknown treatment', { treatmentId: '00000000-0000-4000-8000-000000000000' }, { reason: 'unknown-treatment' }],
    ['a slot that the treatment does not have', { slot: '12.00 PM - 12.30 PM' }, { reason: 'unknown-slot' }],
  ])('refuses %s and books nothing', async (_case, fields, refusal) => {
    const ann = await patient()
    const outcome = await book(deps, ann.sessionId, input({ date: freshDay(), ...fields }))
    expect(outcome).toEqual({ ok: false, ...refusal })
    expect(await database.db.$count(booking, eq(booking.patientId, ann.patientId))).toBe(0)
  })

  it('books nothing for a session that was signed out or has expired', async () => {
    const [gone, late] = [await patient(), await patient()]
    await database.db.delete(session).where(eq(session.id, gone.sessionId))
    await database.db.update(session).set({ expiresAt: new Date() }).where(eq(session.id, late.sessionId))
    for (const { sessionId } of [gone, late]) {
      const outcome = await book(deps, sessionId, input({ date: freshDay() }))
      expect(outcome).toEqual({ ok: false, reason: 'signed-out' })
    }
  })

  it.each([
    ['slot-begun', { clock: () => new Date('2031-06-02T12:10:00Z') }],
    ['day-past', { clock: () => new Date('2031-06-03T12:00:00Z') }],
    ['too-far-ahead', { clock: () => new Date('2020-06-02T12:00:00Z') }],
    ['day-closed', { currentRules: async () => ({ ...(await opened.rules()), week: new Map() }) }],
  ] as const)('refuses what the rules refuse: %s', async (reason, differing) => {
    const calendar = { ...opened, ...differing }
    const outcome = await book({ ...deps, calendar }, (await patient()).sessionId, input({ date: '2031-06-02' }))
    expect(outcome).toEqual({ ok: false, reason })
  })

  it('refuses a second treatment at the same time, and returns the conflicting appointment', async () => {
    const ann = await patient()
    const date = freshDay()
    const surgery = await treatmentNamed('Oral Surgery')
    await book(deps, ann.sessionId, input({ date }))
    const other = input({ date, treatmentId: surgery.id, priceCents: surgery.priceCents })
    expect(await book(deps, ann.sessionId, other)).toMatchObject({
      ok: false,
      reason: 'already-booked',
      booking: { treatment: 'Teeth Cleaning', slot: first, patientId: ann.patientId },
    })
    expect(await book(deps, ann.sessionId, { ...other, slot: second })).toMatchObject({ ok: true })
  })

  it('books one of a patient’s concurrent requests for different treatments at the same time', async () => {
    const ann = await patient()
    const date = freshDay()
    const treatments = await database.db.select().from(treatment)
    const outcomes = await Promise.all(
      treatments.map(({ id, priceCents }) => book(deps, ann.sessionId, input({ date, treatmentId: id, priceCents }))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'already-booked')).toHaveLength(
      treatments.length - 1,
    )
  })

  it('limits the upcoming appointments of an account, also for concurrent requests', async () => {
    const ann = await patient()
    const dates = Array.from({ length: 12 }, freshDay)
    await database.db.update(clinicPolicy).set({ maxUpcoming: 5 })
    const outcomes = await Promise.all(dates.map((date) => book(deps, ann.sessionId, input({ date }))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'too-many-upcoming')).toHaveLength(7)
    const later = freshDay()
    // Midnight has passed in New York.
    const calendar = { ...opened, clock: () => new Date(`${later}T05:30:00Z`) }
    expect(await book({ ...deps, calendar }, ann.sessionId, input({ date: later }))).toMatchObject({ ok: true })
    await database.db.update(clinicPolicy).set({ maxUpcoming: 20 })
  })

  it('counts what an account has booked for people for whom it does not act any more, and what others have', async () => {
    const [ann, bob] = [await patient(), await patient('Bob')]
    await database.db.update(clinicPolicy).set({ maxUpcoming: 3 })
    const child = async () => {
      const id = randomUUID()
      await database.db.insert(patientTable).values({ id, name: 'Kim' })
      await database.db.insert(patientUser).values({ userId: ann.userId, patientId: id, relation: 'child' })
      return id
    }
    for (let n = 0; n < 2; n += 1) {
      const patientId = await child()
      expect(await book(deps, ann.sessionId, input({ date: freshDay(), patientId }))).toMatchObject({ ok: true })
      await database.db.delete(patientUser).where(eq(patientUser.patientId, patientId))
    }
    // Of Bob's two, the one counts that is for Ann's child.
    const shared = await child()
    await database.db.insert(patientUser).values({ userId: bob.userId, patientId: shared, relation: 'child' })
    for (const patientId of [shared, bob.patientId])
      expect(await book(deps, bob.sessionId, input({ date: freshDay(), patientId }))).toMatchObject({ ok: true })
    const refused = { ok: false, reason: 'too-many-upcoming' }
    expect(await book(deps, ann.sessionId, input({ date: freshDay(), patientId: await child() }))).toEqual(refused)
    expect(await book(deps, bob.sessionId, input({ date: freshDay() }))).toMatchObject({ ok: true })
    await database.db.update(clinicPolicy).set({ maxUpcoming: 20 })
  })

  it('books a slot once, although twenty patients request it twice at the same time', async () => {
    const date = freshDay()
    const patients = await Promise.all(Array.from({ length: 20 }, () => patient()))
    const outcomes = await Promise.all(
      patients.flatMap((each) => [1, 2].map(() => book(deps, each.sessionId, input({ date })))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.db.$count(booking, eq(booking.date, date))).toBe(1)
  })
})
