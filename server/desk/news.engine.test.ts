import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { News } from '#contract/desk/news.ts'
import { eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

type Headers = TestDesk['staff']['admin']['bearer']

const get = async <Answer>(url: string, headers: Headers): Promise<Answer> =>
  (await desk.server.app.inject({ url, headers })).json()
const newsOf = (headers: Headers) => get<News>('/desk/news', headers)

it('lists what others did, patients too, and not one’s own acts', async () => {
  // Entries of the trail have the time of the database.
  desk.clock.now = new Date()
  const other = await desk.server.person({ role: 'receptionist' })
  const before = (await newsOf(other.bearer)).length
  const { count } = await get<{ count: number }>('/desk/news/count', other.bearer)
  desk.clock.now = new Date('2026-05-04T08:00:00Z')
  const id = await desk.book({ slot: eight })
  await desk.patch(id, 'time', { date: 'May 4, 2026', slot: nine })
  desk.clock.now = new Date()
  const [latest, ...earlier] = await newsOf(other.bearer)
  expect(latest).toMatchObject({ action: 'move-appointment', actor: desk.staff.admin.email })
  expect(earlier.some(({ action, target }) => action === 'book-appointment' && target.includes(nine))).toBe(true)
  expect((await newsOf(other.bearer)).length).toBe(before + 2)
  expect(await get('/desk/news/count', other.bearer)).toEqual({ count: count + 2 })
  const since = encodeURIComponent(new Date(Date.now() + 1_000).toISOString())
  expect(await get(`/desk/news/count?since=${since}`, other.bearer)).toEqual({ count: 0 })
  expect((await newsOf(desk.staff.admin.bearer)).map(({ action }) => action)).not.toContain('move-appointment')
})

it('is for the desk', async () => {
  const dentist = await desk.server.person({ role: 'dentist', doctorId: desk.ida })
  const response = await desk.server.app.inject({ url: '/desk/news', headers: dentist.bearer })
  expect(response.statusCode).toBe(403)
})
