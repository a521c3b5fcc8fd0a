import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 4, 2026'
const now = new Date('2026-05-01T12:00:00Z')

let server: TestApp
let staff: TestStaff
let cleaning: string

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  cleaning = (await staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')?._id ?? ''
})
afterAll(() => server.close())

const ask = (query: Record<string, string>) =>
  server.app.inject({
    url: `/desk/first-free?${new URLSearchParams({ treatment: cleaning, ...query })}`,
    headers: staff.admin.bearer,
  })
const search = async (query: Record<string, string>) => {
  const found: { date: string; slot: string }[] = (await ask(query)).json()
  return found.map(({ date: day, slot }) => `${day}, ${slot}`)
}

it('lists ten times from a day on, without what is taken, also within the notice of patients', async () => {
  await staff.book({ treatment: 'Teeth Cleaning', date, slot: '08.00 AM - 08.30 AM' })
  const first = [`${date}, 08.30 AM - 09.00 AM`, `${date}, 09.00 AM - 09.30 AM`]
  expect((await search({ from: date })).slice(0, 2)).toEqual(first)
  const { db } = server.database
  await db.update(clinicPolicy).set({ noticeMinutes: 4 * 24 * 60 })
  await server.heard()
  expect(await staff.freeSlots(date, 'Teeth Cleaning')).toEqual([])
  const found = await search({ from: date })
  expect([found.length, found.slice(0, 2)]).toEqual([10, first])
  await db.update(clinicPolicy).set({ noticeMinutes: 0 })
  await server.heard()
  expect(await staff.freeSlots(date, 'Teeth Cleaning')).toHaveLength(15)
  expect(await search({ from: date })).toEqual(found)
})

it('lists the times of a part of the day', async () => {
  const found = await search({ from: date, part: 'afternoon' })
  expect(found.slice(7, 9)).toEqual([`${date}, 04.30 PM - 05.00 PM`, 'May 5, 2026, 01.00 PM - 01.30 PM'])
  expect(await search({ part: 'evening' })).toEqual([])
  expect(await search({ part: 'morning', from: 'May 4, 2036' })).toEqual([])
})

it('lists only the times of a dentist', async () => {
  const ida = await staff.addDoctor('Ida', 'Teeth Cleaning')
  await staff.addDoctor('Ole', 'Teeth Cleaning')
  const answer = (await ask({ from: date, doctor: ida })).json()
  expect(answer).toHaveLength(10)
  expect(answer[0].doctors).toEqual([{ _id: ida, name: 'Ida' }])
})

it('lists nothing for what nobody offers, and refuses what is no search', async () => {
  expect(await search({ treatment: randomUUID() })).toEqual([])
  expect(await search({ doctor: randomUUID() })).toEqual([])
  expect((await ask({ part: 'night' })).json().errors).toEqual({ part: 'One of morning, afternoon and evening' })
})
