import { afterAll, beforeAll, expect, it } from 'vitest'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const now = new Date('2026-05-01T12:00:00Z')
const name = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  await server.database.db.update(treatment).set({ durationMinutes: 20 })
  await server.heard()
})
afterAll(() => server.close())

const slotAt = (clock: string, end: string) => `${clock} - ${end}`
const first = slotAt('08.00 AM', '08.20 AM')
const second = slotAt('08.20 AM', '08.40 AM')
const between = slotAt('08.25 AM', '08.45 AM')

it('a time beside an appointment is offered and booked; no other time off the grid', async () => {
  const date = 'May 4, 2026'
  expect(await staff.freeSlots(date, name)).toContain(first)
  expect(await staff.freeSlots(date, name)).not.toContain(second)
  expect((await staff.book({ treatment: name, date, slot: second })).json()).toMatchObject({ reason: 'slot-taken' })
  expect((await staff.book({ treatment: name, date, slot: first })).statusCode).toBe(201)
  expect(await staff.freeSlots(date, name)).toContain(second)
  const refused = await staff.book({ treatment: name, date, slot: between })
  expect([refused.statusCode, refused.json().reason]).toEqual([409, 'slot-taken'])
  expect((await staff.book({ treatment: name, date, slot: second })).statusCode).toBe(201)
  expect((await staff.book({ treatment: name, date, slot: second })).json()).toMatchObject({ reason: 'slot-taken' })
})

it('of many who book one time beside an appointment at once, one gets it', async () => {
  const date = 'May 5, 2026'
  await staff.book({ treatment: name, date, slot: first })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => staff.book({ treatment: name, date, slot: second })),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})

it('patients move to a time beside an appointment, staff to any within the hours', async () => {
  const date = 'May 6, 2026'
  await staff.book({ treatment: name, date, slot: first })
  const person = await server.person()
  const booked = await staff.book(
    { treatment: name, date, slot: slotAt('10.00 AM', '10.20 AM') },
    Promise.resolve(person),
  )
  const id = booked.json().booking._id
  const move = (slot: string) =>
    server.app.inject({
      method: 'PATCH',
      url: `/booking/${id}/time`,
      headers: person.bearer,
      payload: { date, slot },
    })
  expect((await move(between)).json()).toMatchObject({ status: 409 })
  expect((await move(second)).json()).toMatchObject({ booking: { slot: second } })
  expect((await staff.moveTo(id, { date, slot: between, from: { date, slot: second } })).statusCode).toBe(200)
})

it('a clinic that fills no gaps offers and books its grid only', async () => {
  const date = 'May 7, 2026'
  await staff.book({ treatment: name, date, slot: first })
  const { policy } = await staff.calendar()
  await staff.change({ kind: 'set-policy', policy: { ...policy, fillGaps: false } })
  expect(await staff.freeSlots(date, name)).toHaveLength(15)
  expect((await staff.book({ treatment: name, date, slot: second })).statusCode).toBe(400)
})
