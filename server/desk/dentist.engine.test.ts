import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { date, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

type Person = Awaited<ReturnType<TestDesk['server']['person']>>

let desk: TestDesk
/** The account of the doctor Ida. */
let dentist: Person
beforeAll(async () => {
  desk = await openTestDesk()
  dentist = await desk.server.person({ role: 'dentist', doctorId: desk.ida })
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const patch = (id: string, what: string, payload: object) =>
  desk.server.app.inject({ method: 'PATCH', url: `/desk/appointments/${id}/${what}`, headers: dentist.bearer, payload })
const day = async () =>
  (await desk.server.app.inject({ url: `/desk/day?date=${encodeURIComponent(date)}`, headers: dentist.bearer })).json()

it('a dentist sees the own appointments, and no other dentist', async () => {
  const [own] = [await desk.book({ doctor: desk.ida }), await desk.book({ doctor: desk.oskar })]
  const { appointments, doctors } = await day()
  expect(appointments.map(({ _id }: { _id: string }) => _id)).toEqual([own])
  expect(doctors.map(({ name }: { name: string }) => name)).toEqual(['Ida'])
  expect((await desk.readDay()).appointments).toHaveLength(2)
})

it('a dentist learns nothing about payments, neither in the day nor from a change; the desk does', async () => {
  const own = await desk.book({ doctor: desk.ida })
  const money = ['paid', 'price', 'refunding', 'refunded']
  const namesIn = (appointment: object | undefined) => money.filter((name) => name in (appointment ?? {}))
  desk.clock.now = new Date('2026-05-04T12:05:00Z')
  const marked = await patch(own, 'status', { from: 'booked', status: 'arrived' })
  const noted = await patch(own, 'note', { note: 'Fine' })
  const { appointments } = await day()
  const inDay = appointments.find(({ _id }: { _id: string }) => _id === own)
  for (const seen of [inDay, marked.json().appointment, noted.json().appointment]) {
    expect(seen).toMatchObject({ _id: own })
    expect(namesIn(seen)).toEqual([])
  }
  expect(namesIn(await desk.onDay(own))).toEqual(money)
})

it('a dentist marks and notes the own appointments, and learns nothing of others', async () => {
  const [own, other] = [await desk.book({ doctor: desk.ida }), await desk.book({ doctor: desk.oskar })]
  desk.clock.now = new Date('2026-05-04T12:05:00Z')
  const [arrived, noted] = [{ from: 'booked', status: 'arrived' }, { note: 'Root canal' }]
  expect((await patch(own, 'status', arrived)).json().appointment).toMatchObject({ status: 'arrived' })
  expect((await patch(own, 'note', noted)).json().appointment).toMatchObject({ note: 'Root canal' })
  const unknown = await patch('00000000-0000-4000-8000-000000000000', 'note', noted)
  for (const answer of [await patch(other, 'status', arrived), await patch(other, 'note', noted)])
    expect([answer.statusCode, answer.json().detail]).toEqual([404, unknown.json().detail])
  expect(await desk.rowOf(other)).toMatchObject({ status: 'booked', note: '' })
  expect((await patch(own, 'time', { date, slot: nine })).statusCode).toBe(403)
})

it('an appointment that moves to another dentist is no longer theirs', async () => {
  const id = await desk.book({ doctor: desk.ida })
  const seen = async () => (await day()).appointments.some(({ _id }: { _id: string }) => _id === id)
  expect(await seen()).toBe(true)
  const moved = await desk.staff.moveTo(id, { date, slot: nine, doctor: desk.oskar })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await seen()).toBe(false)
  expect((await patch(id, 'note', { note: 'Mine' })).statusCode).toBe(404)
})
