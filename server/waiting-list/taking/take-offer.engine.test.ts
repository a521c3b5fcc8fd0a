import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { eight, nine, openTestWaiting, type TestWaiting, ten } from '#server/waiting-list/testing/waiting.ts'

let clinic: TestWaiting
beforeAll(async () => {
  clinic = await openTestWaiting()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.reset())

/** Frees a time and offers it to those who wait. */
async function free(slot: string) {
  await clinic.cancel(await clinic.book(slot))
  await clinic.offer()
}

it('books the time in one press, and twice pressed it books once', async () => {
  const held = await clinic.book(nine)
  const ann = await clinic.waiting()
  await clinic.cancel(held)
  await clinic.offer()
  const token = await clinic.tokenOf(ann)
  const read = await clinic.post('', { token })
  expect(read.json()).toMatchObject({ state: 'open', free: true, waits: true, treatment: 'Teeth Cleaning', price: 59 })
  expect(read.body).not.toContain(ann.email)
  expect(await clinic.timesOf(ann)).toEqual([])

  const both = await Promise.all([1, 2].map(() => clinic.post('/take', { token, price: 59 })))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await clinic.post('/take', { token, price: 59 })).json().offer.state).toBe('taken')
  expect(await clinic.timesOf(ann)).toEqual(['2026-05-04 09.00 AM'])
  expect(await clinic.endsOf(ann)).toEqual(['booked'])
  const { db } = clinic.server.database
  const entries = await db.select().from(audit).where(eq(audit.userId, ann.patientId))
  expect(entries.map(({ action, actor }) => `${action} by ${actor}`)).toEqual(['book-appointment by Link in an email'])
})

it('gives the time to the first of two who press at once; the other hears of it and stays', async () => {
  const held = await clinic.book(nine)
  const people = [await clinic.waiting(), await clinic.waiting()]
  await clinic.cancel(held)
  await clinic.offer()
  const tokens = await Promise.all(people.map(clinic.tokenOf))
  const answers = await Promise.all(tokens.map((token) => clinic.post('/take', { token, price: 59 })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const loser = answers.findIndex(({ statusCode }) => statusCode === 409)
  expect(answers[loser]?.json().detail).toBe('This time has just been taken. You stay on the list for the next one.')
  expect(await clinic.countWaiting()).toBe(1)
  const times = await Promise.all(people.map(clinic.timesOf))
  expect(times.flat()).toEqual(['2026-05-04 09.00 AM'])
  expect((await clinic.post('', { token: tokens[loser] })).json()).toMatchObject({ free: false, waits: true })
})

it('moves the appointment that it replaces, and says where it was', async () => {
  const ann = await clinic.server.person()
  const id = await clinic.book(ten, { person: ann, date: 'May 7, 2026' })
  expect((await clinic.join(ann, { booking: id })).statusCode).toBe(201)
  await free(nine)
  const token = await clinic.tokenOf(ann)
  const read = (await clinic.post('', { token })).json()
  expect(read).toMatchObject({ moves: { date: 'May 7, 2026', slot: ten }, free: true })
  expect(read.price).toBeUndefined()
  expect((await clinic.post('/take', { token })).statusCode).toBe(200)
  expect(await clinic.timesOf(ann)).toEqual(['2026-05-04 09.00 AM'])
  expect(await clinic.endsOf(ann)).toEqual(['moved'])
})

it('refuses a time that a change of the rules has just taken, and the patient stays', async () => {
  const ann = await clinic.waiting()
  await free(nine)
  const token = await clinic.tokenOf(ann)
  await clinic.staff.change({ kind: 'set-day', day: { date: 'May 4, 2026', periods: [], note: 'Closed' } })
  const taken = await clinic.post('/take', { token, price: 59 })
  expect(taken.json()).toMatchObject({ status: 409, code: 'not-offered' })
  expect(await clinic.timesOf(ann)).toEqual([])
  expect(await clinic.countWaiting()).toBe(1)
  await clinic.staff.change({ kind: 'clear-day', date: 'May 4, 2026' })
})

it('refuses the stale links of each kind with a sentence of its own', async () => {
  const codeOf = async (token: string, price = 59) => (await clinic.post('/take', { token, price })).json().code
  expect(await codeOf('forged')).toBe('invalid-link')
  const [left, booked, late, priced] = [await clinic.waiting(), await clinic.waiting(), await clinic.waiting(), 12]
  await free(nine)
  const [leftToken, bookedToken, lateToken] = [
    await clinic.tokenOf(left),
    await clinic.tokenOf(booked),
    await clinic.tokenOf(late),
  ]
  expect(await codeOf(lateToken, priced)).toBe('price-changed')
  expect((await clinic.post('/leave', { token: leftToken })).statusCode).toBe(200)
  expect((await clinic.post('/leave', { token: leftToken })).statusCode).toBe(200)
  expect(await codeOf(leftToken)).toBe('no-longer-waiting')
  await clinic.book(ten, { person: booked })
  const answer = await clinic.post('/take', { token: bookedToken, price: 59 })
  expect(answer.json().detail).toBe(
    'You have an appointment for this treatment already, so we didn’t book another one.',
  )
  clinic.clock.now = new Date('2026-05-04T13:00:00Z')
  expect(await codeOf(lateToken)).toBe('offer-expired')
  expect(await clinic.timesOf(late)).toEqual([])
})

it('keeps the limit of upcoming appointments and other appointments at that time', async () => {
  const ann = await clinic.waiting()
  await free(eight)
  await clinic.staff.book({ treatment: 'Oral Surgery', date: 'May 4, 2026', slot: eight }, Promise.resolve(ann))
  const answer = await clinic.post('/take', { token: await clinic.tokenOf(ann), price: 59 })
  expect(answer.json().code).toBe('own-appointment')
  expect(await clinic.countWaiting()).toBe(1)
})
