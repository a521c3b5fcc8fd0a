import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { user } from '#server/database/schema/user.ts'
import { waitingOffer } from '#server/database/schema/waiting.ts'
import {
  day,
  eight,
  nine,
  openTestWaiting,
  type Person,
  type TestWaiting,
} from '#server/waiting-list/testing/waiting.ts'
import { isOfferCurrent } from './is-offer-current.ts'

let clinic: TestWaiting
beforeAll(async () => {
  clinic = await openTestWaiting()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.reset())

const slotsOf = async (person: Person) => (await clinic.offersTo(person)).map(({ slot }) => slot)
const countOffers = () => clinic.server.database.db.$count(waitingOffer)

it('offers a cancelled time to three people in order, and to three more each half hour while it is free', async () => {
  const held = await clinic.book(nine)
  const people: Person[] = []
  for (let i = 0; i < 7; i += 1) people.push(await clinic.waiting())
  await clinic.offer()
  expect(await countOffers()).toBe(0)
  await clinic.cancel(held)
  await Promise.all([clinic.offer(), clinic.offer()])
  const offered = async () => (await Promise.all(people.map(slotsOf))).map((slots) => slots.length)
  expect(await offered()).toEqual([1, 1, 1, 0, 0, 0, 0])
  clinic.later(29)
  await clinic.offer()
  expect(await offered()).toEqual([1, 1, 1, 0, 0, 0, 0])
  clinic.later(1)
  await clinic.offer()
  expect(await offered()).toEqual([1, 1, 1, 1, 1, 1, 0])
  await clinic.book(nine)
  clinic.later(60)
  await clinic.offer()
  expect(await offered()).toEqual([1, 1, 1, 1, 1, 1, 0])
  const states = await clinic.server.database.db.select({ state: waitingOffer.state }).from(waitingOffer)
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['lost']))
  expect(await clinic.countMails()).toBe(6)
})

it('offers the time that a move leaves, and those that longer hours and a dentist’s return free', async () => {
  const id = await clinic.book(nine)
  const ann = await clinic.waiting()
  await clinic.staff.moveTo(id, { date: 'May 5, 2026', slot: nine, from: { date: day, slot: nine } })
  await clinic.cancel(id)
  await clinic.offer()
  expect((await slotsOf(ann)).length).toBe(1)

  await clinic.reset()
  await clinic.staff.change({ kind: 'set-day', day: { date: day, periods: [{ from: 480, until: 720 }], note: '' } })
  await clinic.offer()
  const bea = await clinic.waiting()
  await clinic.staff.change({ kind: 'set-day', day: { date: day, periods: [{ from: 480, until: 750 }], note: '' } })
  await clinic.offer()
  expect(await slotsOf(bea)).toEqual(['12.00 PM - 12.30 PM'])

  await clinic.staff.change({ kind: 'clear-day', date: day })
  await clinic.offer()
  expect(await slotsOf(bea)).toHaveLength(1)
  clinic.later(30)
  await clinic.offer()
  expect(await slotsOf(bea)).toEqual(['12.00 PM - 12.30 PM', '01.00 PM - 01.30 PM'])
})

it('offers nothing within the next hour', async () => {
  const held = [await clinic.book(eight), await clinic.book(nine)]
  const ann = await clinic.waiting()
  clinic.clock.now = new Date('2026-05-04T11:00:00Z')
  for (const id of held) await clinic.cancel(id)
  await clinic.offer()
  expect(await slotsOf(ann)).toEqual([nine])
})

it('writes to nobody without a confirmed email, and to nobody who has what they wanted', async () => {
  const held = await clinic.book(nine)
  const { db } = clinic.server.database
  const unconfirmed = await clinic.waiting()
  await db.update(user).set({ emailVerified: false }).where(sql`${user.id} = ${unconfirmed.userId}`)
  const booked = await clinic.waiting()
  await clinic.book(eight, { person: booked })
  const left = await clinic.waiting()
  const [entry] = (await clinic.server.app.inject({ url: '/waiting-list', headers: left.bearer })).json()
  const gone = await clinic.server.app.inject({
    ...{ method: 'DELETE', url: `/waiting-list/${entry._id}`, headers: left.bearer },
  })
  expect(gone.statusCode).toBe(200)
  await clinic.cancel(held)
  await clinic.offer()
  expect(await countOffers()).toBe(0)
  expect(await clinic.endsOf(booked)).toEqual(['booked'])
})

it('ends entries whose treatment is retired, whose last day is over, and whose appointment is cancelled', async () => {
  const moving = await clinic.server.person()
  const id = await clinic.book(nine, { person: moving, date: 'May 7, 2026' })
  await clinic.join(moving, { booking: id })
  await clinic.cancel(id)
  expect(await clinic.endsOf(moving)).toEqual(['cancelled'])
  const short = await clinic.waiting({ lastDay: 'May 2, 2026' })
  clinic.later(3 * 1_440)
  await clinic.offer()
  expect(await clinic.endsOf(short)).toEqual(['passed'])
  const ann = await clinic.waiting()
  await clinic.staff.change({ kind: 'retire-treatment', treatmentId: clinic.cleaning._id })
  expect(await clinic.endsOf(ann)).toEqual(['treatment-retired'])
  const [shown] = (await clinic.server.app.inject({ url: '/waiting-list', headers: ann.bearer })).json()
  expect(shown.ended).toBe('We no longer offer this treatment, so nobody waits for it any more.')
  await clinic.staff.change({ kind: 'restore-treatment', treatmentId: clinic.cleaning._id })
})

it('takes any dentist for those who wait for one who has left', async () => {
  const oskar = await clinic.staff.addDoctor('Oskar', 'Teeth Cleaning')
  const held = await clinic.book(nine)
  const other = await clinic.book(nine)
  const ann = await clinic.waiting({ doctor: oskar })
  await clinic.staff.change({ kind: 'remove-doctor', doctorId: oskar })
  for (const id of [held, other]) await clinic.cancel(id)
  await clinic.offer()
  expect(await slotsOf(ann)).toEqual([nine])
  const [entry] = (await clinic.server.app.inject({ url: '/waiting-list', headers: ann.bearer })).json()
  expect(entry.doctor).toEqual({ _id: oskar, name: 'Oskar', works: false })
})

it('does not send an email that was late: the time is taken, begins soon, or the patient has left', async () => {
  const held = await clinic.book(nine)
  const ann = await clinic.waiting()
  await clinic.cancel(held)
  await clinic.offer()
  const { db } = clinic.server.database
  const [offer] = await clinic.offersTo(ann)
  const isCurrent = () => isOfferCurrent(db, offer?.id ?? '', clinic.clock.now)
  expect(await isCurrent()).toBe(true)
  const taken = await clinic.book(nine)
  expect(await isCurrent()).toBe(false)
  await clinic.cancel(taken)
  expect(await isCurrent()).toBe(true)
  clinic.clock.now = new Date('2026-05-04T12:00:00Z')
  expect(await isCurrent()).toBe(false)
  clinic.clock.now = new Date('2026-05-04T11:00:00Z')
  await clinic.post('/leave', { token: await clinic.tokenOf(ann) })
  expect(await isCurrent()).toBe(false)
  expect(await db.$count(mail)).toBeGreaterThan(0)
})

it('offers a time once to a person whose two records are merged', async () => {
  const held = await clinic.book(nine)
  const [kept, former] = [await clinic.waiting(), await clinic.waiting()]
  await clinic.cancel(held)
  await clinic.offer()
  await clinic.server.database.db.execute(
    sql`update patient_user set relation = 'other' where patient_id = ${former.patientId}`,
  )
  await clinic.server.database.db.execute(sql`select merge_patient(${former.patientId}, ${kept.patientId})`)
  expect((await clinic.endsOf(kept)).toSorted()).toEqual([null, 'merged'].toSorted())
  expect(await slotsOf(former)).toEqual([])
  clinic.later(60)
  await clinic.offer()
  expect(await slotsOf(kept)).toEqual([nine])
  expect(await clinic.countWaiting()).toBe(1)
})

it('goes through 5,000 people who wait and a week that opens again', async () => {
  const closed = ['4', '5', '6', '7', '8'].map((n) => `May ${n}, 2026`)
  for (const date of closed) await clinic.staff.change({ kind: 'set-day', day: { date, periods: [], note: '' } })
  await clinic.offer()
  const { db } = clinic.server.database
  const { userId } = await clinic.server.person()
  await db.execute(sql`insert into patient (id, name) select 'w' || n, 'W' from generate_series(1, 5000) n`)
  await db.execute(sql`insert into patient_user (user_id, patient_id, relation)
    select ${userId}, 'w' || n, 'other' from generate_series(1, 5000) n`)
  await db.execute(sql`insert into waiting_entry (id, patient_id, treatment_id, weekdays, from_minutes, until_minutes, last_day, joined_by)
    select gen_random_uuid(), 'w' || n, ${clinic.cleaning._id}::uuid, '{1,2,3,4,5}', 480, 1020, '2026-05-29', ${userId}
    from generate_series(1, 5000) n`)
  for (const date of closed) await clinic.staff.change({ kind: 'clear-day', date })
  await clinic.offer()
  expect(await countOffers()).toBe(closed.length * 16 * 3)
  await db.execute(sql`delete from waiting_entry`)
})
