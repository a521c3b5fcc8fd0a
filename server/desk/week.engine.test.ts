import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DeskWeek } from '#contract/desk/week.ts'
import { nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

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

const monday = 'May 4, 2026'
const wednesday = 'May 6, 2026'

const send = (query: Record<string, string>, headers = desk.staff.admin.bearer) =>
  desk.server.app.inject({ url: `/desk/week?${new URLSearchParams(query)}`, headers })
const readWeek = async (query: Record<string, string>, headers?: Person['bearer']): Promise<DeskWeek> =>
  (await send(query, headers)).json()
const isLive = ({ status }: { status: string }) => status !== 'cancelled'
const idsOf = ({ days = [] }: DeskWeek) =>
  days.flatMap(({ appointments }) => appointments.filter(isLive).map(({ _id }) => _id))

it('counts the appointments and the minutes of each dentist and day, without those that are cancelled', async () => {
  await desk.book({ doctor: desk.ida })
  await desk.book({ doctor: desk.ida, slot: nine })
  await desk.cancel(await desk.book({ doctor: desk.oskar }))
  await desk.book({ doctor: desk.oskar, date: wednesday })
  const { firstDay, doctors, days } = await readWeek({ date: wednesday })
  expect([firstDay, days]).toEqual([monday, undefined])
  expect(doctors.map(({ name, left, days }) => [name, left, days.length])).toEqual([
    ['Ida', false, 7],
    ['Oskar', false, 7],
  ])
  const [ida, oskar] = doctors.map(({ days }) => days.map(({ appointments, booked }) => [appointments, booked]))
  const none = [0, 0]
  expect(ida).toEqual([[2, 60], none, none, none, none, none, none])
  expect(oskar).toEqual([none, none, [1, 30], none, none, none, none])
})

it('names the chairs that are kept free', async () => {
  await desk.staff.change({ kind: 'add-chair', name: 'Corner' })
  const chairId = (await desk.staff.calendar()).chairs.find(({ name }) => name === 'Corner')?._id ?? ''
  const times = { firstDay: wednesday, lastDay: wednesday, weekdays: [], from: 600, until: 660 }
  await desk.staff.change({ kind: 'add-block', block: { chairId, ...times, reason: 'Repair' } })
  expect((await readWeek({ date: monday })).chairBlocks).toMatchObject([
    { date: wednesday, chair: 'Corner', from: 600, until: 660, reason: 'Repair' },
  ])
  await desk.staff.change({ kind: 'retire-chair', chairId })
})

it('knows the minutes in which a dentist sees patients, and who is away', async () => {
  const day = 'May 12, 2026'
  await desk.staff.change({ kind: 'set-day', day: { date: day, note: '', periods: [{ from: 540, until: 720 }] } })
  await desk.staff.change({
    kind: 'add-block',
    block: { doctorId: desk.ida, firstDay: day, lastDay: day, weekdays: [], from: 600, until: 660, reason: 'Team' },
  })
  const away = { firstDay: day, lastDay: day, note: '' }
  await desk.staff.change({ kind: 'add-absence', doctorId: desk.oskar, absence: away })
  const { doctors } = await readWeek({ date: day })
  expect(doctors.map(({ days }) => days[1])).toEqual([
    { date: day, appointments: 0, booked: 0, available: 120, absent: false },
    { date: day, appointments: 0, booked: 0, available: 0, absent: true },
  ])
})

it('has the appointments of one dentist, day by day, as the day has them', async () => {
  const [first, later] = [
    await desk.book({ doctor: desk.ida }),
    await desk.book({ doctor: desk.ida, date: wednesday }),
    await desk.book({ doctor: desk.oskar }),
  ]
  const week = await readWeek({ date: monday, doctor: desk.ida })
  expect(week.doctors.map(({ name }) => name)).toEqual(['Ida'])
  expect(idsOf(week)).toEqual([first, later])
  expect(week.days?.[2]?.appointments.filter(isLive)).toEqual(
    (await desk.readDay(wednesday)).appointments.filter(isLive),
  )
})

it('a dentist gets the own week, also when another is asked for, and learns nothing about payments', async () => {
  const own = await desk.book({ doctor: desk.ida })
  await desk.book({ doctor: desk.oskar })
  for (const query of [{ date: monday }, { date: monday, doctor: desk.oskar }]) {
    const week = await readWeek(query, dentist.bearer)
    expect(week.doctors.map(({ name, days }) => [name, days[0]?.appointments])).toEqual([['Ida', 1]])
    expect(idsOf(week)).toEqual([own])
    expect(week.days?.[0]?.appointments.find(isLive)).not.toHaveProperty('owed')
    expect(week.days?.[0]?.doctors.map(({ name }) => name)).toEqual(['Ida'])
  }
})

it('has an own line for appointments without a dentist, or of one who has left', async () => {
  const id = await desk.book({ doctor: desk.ida })
  await desk.withoutDoctor(id)
  const { doctors } = await readWeek({ date: monday })
  expect(doctors.map(({ _id, name, days }) => [_id, name, days[0]?.appointments])).toEqual([
    [desk.ida, 'Ida', 0],
    [desk.oskar, 'Oskar', 0],
    [undefined, '', 1],
  ])
})

it('begins on the first working day of the clinic’s country', async () => {
  expect((await readWeek({ date: 'May 10, 2026' })).firstDay).toBe(monday)
  expect((await readWeek({ date: 'May 11, 2026' })).firstDay).toBe('May 11, 2026')
})

it.each([{ date: '2026-05-04' }, { date: monday, doctor: 'ida' }])('%j is refused', async (query) => {
  expect((await send(query)).statusCode).toBe(400)
})
