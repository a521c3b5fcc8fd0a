import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const time = { treatment: 'Teeth Cleaning', date: 'May 4, 2026', slot: '08.00 AM - 08.30 AM' }

let server: TestApp
let staff: TestStaff
let now = new Date('2026-05-01T12:00:00Z')
let ann: Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  ann = await server.person()
})
afterAll(() => server.close())

const book = async () => (await staff.book(time, Promise.resolve(ann))).json().booking
const read = async (id: string) =>
  (await server.app.inject({ url: `/booking/${id}`, headers: ann.bearer })).json().changes
const cancel = (id: string) =>
  server.app.inject({ method: 'POST', url: `/booking/${id}/cancel`, headers: ann.bearer, payload: { reason: 'ill' } })

it('an appointment’s changes are the same in the answer to its booking and in later reads', async () => {
  const { _id: id, changes } = await book()
  expect(changes.state).toBe('changeable')
  expect(await read(id)).toEqual(changes)
  expect((await cancel(id)).statusCode).toBe(200)
})

it('an appointment is cancelled free of charge for half an hour after its booking, with less than a day to go', async () => {
  now = new Date('2026-05-04T11:00:00Z')
  const { _id: id } = await book()
  await server.database.db.update(booking).set({ createdAt: now, scheduledAt: now }).where(eq(booking.id, id))
  const cancelUntil = '2026-05-04T11:30:00.000Z'
  expect(await read(id)).toEqual({ state: 'changeable', cancelUntil })
  now = new Date('2026-05-04T11:30:00.001Z')
  expect(await read(id)).toEqual({ state: 'too-late', cancelUntil })
  expect((await cancel(id)).json()).toMatchObject({ code: 'too-late', detail: expect.stringMatching(/7:30\sAM/) })
  now = new Date(cancelUntil)
  expect((await cancel(id)).statusCode).toBe(200)
})
