import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentStatus } from '#contract/desk/day.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { calendarQueries, openCalendar } from '#server/calendar/calendar.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { erasePatient } from '#server/patient/personal-store.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { invitationOf, inviteDue, maxInvitedADay } from './invite.ts'
import { setSnoozed, setStopped } from './link-store.ts'
import { openRecallTokens } from './token.ts'

const eight = '08.00 AM - 08.30 AM'
const today: IsoDate = '2026-11-03'
const day = { today, timeZone: 'America/New_York' }
const jobs = { enqueue: async () => true, wake: () => {} } as unknown as Jobs

let database: TestDatabase
let now: Date
let deps: Parameters<typeof inviteDue>[0]
let closeCalendar: () => unknown
let cleaning: typeof treatment.$inferSelect
let cavity: typeof treatment.$inferSelect

beforeAll(async () => {
  database = await freshDatabase()
  await addTestRules(database)
  const { db } = database
  const calendar = await openCalendar({ listen: database.listen, queries: calendarQueries(db), clock: () => now })
  closeCalendar = calendar.close
  const recallTokens = openRecallTokens('a secret that only tests know')
  deps = { db, calendar, jobs, recallTokens, publicUrl: 'https://clinic.example' }
  const named = async (name: string) => {
    const [found] = await db.select().from(treatment).where(eq(treatment.name, name))
    if (!found) throw new Error('the sample treatments are missing')
    return found
  }
  cleaning = await named('Teeth Cleaning')
  cavity = await named('Cavity Protection')
})
afterAll(async () => {
  await closeCalendar()
  await database.close()
})
beforeEach(async () => {
  now = new Date('2026-11-03T15:00:00Z')
  const { db } = database
  await db.delete(mail)
  await db.delete(recall)
  await db.delete(booking)
  await db.update(treatment).set({ recallMonths: null, retiredAt: null })
  await setInterval(6)
})

const setInterval = (recallMonths: number | null, of = cleaning) =>
  database.db.update(treatment).set({ recallMonths }).where(eq(treatment.id, of.id))

/** Adds a patient with an account whose email is confirmed. */
async function addPatient({ emailVerified = true } = {}) {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  await database.db.insert(user).values({ id: userId, name: 'Ann', email, emailVerified })
  const [own] = await database.db.select().from(patientUser).where(eq(patientUser.userId, userId))
  return { userId, email, patientId: own?.patientId ?? '' }
}

/** Adds an appointment. */
async function add(
  { patientId, userId }: { patientId: string; userId?: string },
  date: IsoDate,
  { status = 'done', of = cleaning }: { status?: AppointmentStatus; of?: typeof cleaning } = {},
) {
  const id = randomUUID()
  const more = { ...(status === 'cancelled' && { cancelledAt: now }), bookedBy: userId ?? null, overridden: true }
  const { id: treatmentId, name, priceCents } = of
  const columns = { ...timeColumns(date, eight), treatmentId, treatment: name, priceCents, patientId, status, ...more }
  await database.db.insert(booking).values({ id, ...columns, patient: '', patientName: 'Ann', phone: '555 0100' })
  return id
}

const run = () => inviteDue(deps, new AbortController().signal)
/** Stands for the mail server, which sends what waits. */
const send = () => database.db.update(mail).set({ doneAt: now })
const invitations = () => database.db.select().from(mail).where(eq(mail.kind, 'recall')).orderBy(mail.id)
const recipients = async () => (await invitations()).map(({ recipient }) => recipient)
async function textOf({ details, recipient }: typeof mail.$inferSelect) {
  return invitationOf(deps, details.recallId ?? '', recipient)
}

describe('who is due', () => {
  it('is invited so many months of the calendar after the last visit, not a day earlier', async () => {
    const [ann, bob] = [await addPatient(), await addPatient()]
    await add(ann, '2026-05-03')
    await add(bob, '2026-05-04')
    await run()
    expect(await recipients()).toEqual([ann.email])
    await send()
    // November 30 and three months is the last of February.
    await setInterval(3)
    const eve = await addPatient()
    await add(eve, '2026-11-30')
    now = new Date('2027-02-27T15:00:00Z')
    await run()
    expect(await recipients()).not.toContain(eve.email)
    await send()
    now = new Date('2027-02-28T15:00:00Z')
    await run()
    expect(await recipients()).toContain(eve.email)
  })

  it('counts the clinic’s day, and sends nothing at night', async () => {
    const ann = await addPatient()
    await add(ann, '2026-05-04')
    // Already the 4th in UTC.
    now = new Date('2026-11-04T02:00:00Z')
    await run()
    expect(await database.db.$count(recall)).toBe(0)
    now = new Date('2026-11-04T06:00:00Z')
    await run()
    expect([await database.db.$count(recall), await recipients()]).toEqual([1, []])
    now = new Date('2026-11-04T14:00:00Z')
    await run()
    expect(await recipients()).toEqual([ann.email])
  })

  it.each(['booked', 'cancelled', 'no-show'] as const)('is nobody whose last appointment is %s', async (status) => {
    await add(await addPatient(), '2026-05-01', { status })
    await run()
    expect(await recipients()).toEqual([])
  })

  it('is nobody with a later visit, also one that was not marked', async () => {
    const [ann, bob] = [await addPatient(), await addPatient()]
    await add(ann, '2026-01-05')
    await add(ann, '2026-07-06')
    await add(bob, '2026-01-05')
    await add(bob, '2026-10-26', { status: 'booked' })
    await run()
    expect(await recipients()).toEqual([])
  })

  it('is nobody with an appointment ahead, of any treatment', async () => {
    const [ann, bob] = [await addPatient(), await addPatient()]
    for (const one of [ann, bob]) await add(one, '2026-05-01')
    await add(ann, '2026-12-01', { status: 'booked', of: cavity })
    await add(bob, '2026-12-01', { status: 'cancelled', of: cavity })
    await run()
    expect(await recipients()).toEqual([bob.email])
  })

  it('is nobody for a retired treatment or one without an interval', async () => {
    const ann = await addPatient()
    await add(ann, '2026-05-01')
    await database.db.update(treatment).set({ retiredAt: now }).where(eq(treatment.id, cleaning.id))
    await run()
    await database.db.update(treatment).set({ retiredAt: null, recallMonths: null })
    await run()
    expect(await recipients()).toEqual([])
  })

  it('is nobody who stopped invitations, wants none, wants a call, or has confirmed no address', async () => {
    const { db } = database
    const [stopped, none, phone] = [await addPatient(), await addPatient(), await addPatient()]
    const unconfirmed = await addPatient({ emailVerified: false })
    for (const one of [stopped, none, phone, unconfirmed]) await add(one, '2026-05-01')
    await setStopped(db, stopped.patientId, true)
    await db.update(patient).set({ contact: 'none' }).where(eq(patient.id, none.patientId))
    await db.update(patient).set({ contact: 'phone' }).where(eq(patient.id, phone.patientId))
    await run()
    expect(await recipients()).toEqual([])
  })

  it('is invited once for each visit, whatever runs at the same time and however often', async () => {
    const ann = await addPatient()
    await add(ann, '2026-05-01')
    await Promise.all([run(), run(), run()])
    await setInterval(5)
    await run()
    expect(await recipients()).toEqual([ann.email])
    await send()
    await add(ann, '2026-11-02')
    now = new Date('2027-05-03T15:00:00Z')
    await run()
    expect(await recipients()).toEqual([ann.email, ann.email])
  })

  it('gets one email for two treatments', async () => {
    const ann = await addPatient()
    await setInterval(12, cavity)
    await add(ann, '2026-05-01')
    await add(ann, '2025-10-01', { of: cavity })
    await run()
    const [only, ...others] = await invitations()
    expect(others).toEqual([])
    expect(only && (await textOf(only))?.recall.treatments).toEqual(['Cavity Protection', 'Teeth Cleaning'])
  })

  it('is invited again once a snooze ends', async () => {
    const ann = await addPatient()
    await add(ann, '2026-05-01')
    await run()
    await send()
    await setSnoozed(database.db, ann.patientId, 1, day)
    now = new Date('2026-12-02T15:00:00Z')
    await run()
    expect(await recipients()).toHaveLength(1)
    now = new Date('2026-12-03T15:00:00Z')
    await run()
    await run()
    expect(await recipients()).toHaveLength(2)
  })

  it('is at most so many a day, the longest due first', async () => {
    const { db } = database
    await add(await addPatient(), '2026-05-02')
    const longest = await addPatient()
    await add(longest, '2020-05-01')
    const many = Array.from({ length: maxInvitedADay + 5 }, (_, at) => ({ id: `u${at}`, email: `u${at}@example.org` }))
    await db.insert(user).values(many.map((one) => ({ ...one, name: 'Ann', emailVerified: true })))
    for (const { id } of many) {
      const [own] = await db.select().from(patientUser).where(eq(patientUser.userId, id))
      await add({ patientId: own?.patientId ?? '' }, '2026-05-01')
    }
    await Promise.all([run(), run()])
    await run()
    expect(await recipients()).toHaveLength(maxInvitedADay)
    expect((await recipients())[0]).toBe(longest.email)
    await send()
    now = new Date('2026-11-04T15:00:00Z')
    await run()
    expect(await recipients()).toHaveLength(many.length + 2)
  })

  it('is nobody while invitations of an earlier day wait for the mail server', async () => {
    const [ann, bob] = [await addPatient(), await addPatient()]
    await add(ann, '2026-05-01')
    await run()
    await database.db.update(mail).set({ createdAt: sql`${mail.createdAt} - interval '1 year'` })
    await add(bob, '2026-05-01')
    await run()
    expect(await recipients()).toEqual([ann.email])
  })
})

describe('an invitation', () => {
  it('goes to the account that acts for a child, and names the child where there are others', async () => {
    const mother = await addPatient()
    const child = { patientId: randomUUID(), userId: mother.userId }
    await database.db.insert(patient).values({ id: child.patientId, name: 'Cleo' })
    await database.db.insert(patientUser).values({ ...child, relation: 'child' })
    await add(child, '2026-05-01')
    await run()
    const [only] = await invitations()
    expect([only?.recipient, only && (await textOf(only))?.recall.patientName]).toEqual([mother.email, 'Cleo'])
  })

  it('goes once to a patient with two accounts: to the one that booked', async () => {
    const [ann, other] = [await addPatient(), await addPatient()]
    await database.db
      .insert(patientUser)
      .values({ userId: other.userId, patientId: ann.patientId, relation: 'partner' })
    await add({ ...ann, userId: other.userId }, '2026-05-01')
    await run()
    expect(await recipients()).toEqual([other.email])
  })

  it('has three free times on different days, found when it is sent', async () => {
    await add(await addPatient(), '2026-05-01')
    await run()
    const [only] = await invitations()
    if (!only) throw new Error('no invitation')
    // The mail server was away for a week.
    now = new Date('2026-11-10T15:00:00Z')
    const times = (await textOf(only))?.recall.times ?? []
    expect(times.map(({ date, slot }) => [date, slot])).toEqual([
      ['2026-11-13', eight],
      ['2026-11-14', eight],
      ['2026-11-15', eight],
    ])
    expect(times[0]?.link).toMatch(/^https:\/\/clinic\.example\/recall#[\w-]+\.[\w-]+&2026-11-13T0800$/)
  })

  it.each([
    ['books', (ann: Person) => add(ann, '2026-12-01', { status: 'booked' })],
    ['comes', (ann: Person) => add(ann, '2026-11-02')],
    ['stops invitations', (ann: Person) => setStopped(database.db, ann.patientId, true)],
    ['puts them off', (ann: Person) => setSnoozed(database.db, ann.patientId, 3, day)],
    ['is erased', (ann: Person) => erasePatient(database.db, ann.patientId, { name: 'Erased' })],
  ])('is not sent to somebody who %s before it leaves', async (_what, change) => {
    const ann = await addPatient()
    await add(ann, '2026-05-01')
    await run()
    const [only] = await invitations()
    if (!only) throw new Error('no invitation')
    expect(await textOf(only)).toBeDefined()
    await change(ann)
    expect(await textOf(only)).toBeUndefined()
  })

  it('follows a patient into the record that has their data, and keeps what they asked for', async () => {
    const [ann, kept] = [await addPatient(), await addPatient()]
    await add(ann, '2026-05-01')
    await run()
    await setStopped(database.db, ann.patientId, true)
    await database.db.execute(sql`select merge_patient(${ann.patientId}, ${kept.patientId})`)
    const [row] = await database.db.select().from(recall)
    const [record] = await database.db.select().from(patient).where(eq(patient.id, kept.patientId))
    expect([row?.patientId, record?.recallsStoppedAt]).toEqual([kept.patientId, expect.any(Date)])
  })

  it('leaves nothing of an erased patient', async () => {
    const ann = await addPatient()
    await add(ann, '2026-05-01')
    await run()
    await erasePatient(database.db, ann.patientId, { name: 'Erased' })
    await run()
    expect(await database.db.$count(recall)).toBe(0)
  })
})

type Person = Awaited<ReturnType<typeof addPatient>>
