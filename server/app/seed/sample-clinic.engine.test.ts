import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'

const morning = [
  '08.00 AM - 08.30 AM',
  '08.30 AM - 09.00 AM',
  '09.00 AM - 09.30 AM',
  '09.30 AM - 10.00 AM',
  '10.00 AM - 10.30 AM',
  '10.30 AM - 11.00 AM',
  '11.00 AM - 11.30 AM',
  '11.30 AM - 12.00 PM',
]
const afternoon = [
  '01.00 PM - 01.30 PM',
  '01.30 PM - 02.00 PM',
  '02.00 PM - 02.30 PM',
  '02.30 PM - 03.00 PM',
  '03.00 PM - 03.30 PM',
  '03.30 PM - 04.00 PM',
  '04.00 PM - 04.30 PM',
  '04.30 PM - 05.00 PM',
]
const allDay = [...morning, ...afternoon]
// What the specification lists: one treatment offers fewer slots.
const specified = [
  { name: 'Teeth Orthodontics', price: 99, slots: allDay },
  { name: 'Cosmetic Dentistry', price: 139, slots: allDay },
  { name: 'Teeth Cleaning', price: 59, slots: allDay },
  { name: 'Cavity Protection', price: 129, slots: allDay },
  { name: 'Pediatric Dental', price: 199, slots: allDay },
  { name: 'Oral Surgery', price: 149, slots: morning },
]
// Those of the landing page's service cards come after them.
const ofServiceCards = [
  { name: 'Fluoride Treatment', price: 69, slots: allDay },
  { name: 'Cavity Filling', price: 119, slots: allDay },
  { name: 'Teeth Whitening', price: 189, slots: allDay },
]
const sample = [...specified, ...ofServiceCards]

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { DEMO: 'on' } })
})
afterAll(() => server.close())

it.each([
  ['GET /service', '/service'],
  ['GET /available on a weekday', '/available?date=Mar 11, 2026'],
  ['GET /available on a Sunday', '/available?date=Mar 15, 2026'],
  ['GET /available on the day when the clocks change', '/available?date=Nov 1, 2026'],
])('%s answers as the specification lists the sample clinic', async (_, url) => {
  const treatments: Treatment[] = (await server.app.inject(url)).json()
  expect(treatments).toEqual(sample.map((treatment) => ({ _id: expect.any(String), ...treatment })))
})

it.each([
  ['in demo mode', 'on', sample.length],
  ['without it nothing is invented', 'off', 0],
])('fills an empty database: %s', async (_, DEMO, count) => {
  const database = await freshDatabase()
  await database.db.delete(treatment)
  const { app, close } = await openTestApp({ database, env: { DEMO } })
  expect((await app.inject('/service')).json()).toHaveLength(count)
  await close()
  await database.close()
})
