import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { treatsPatients } from '#contract/access/roles.ts'
import type { Report } from '#contract/report/report.ts'
import { nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const get = (days: string, headers: Record<string, string> = desk.staff.admin.bearer, part = '') =>
  desk.server.app.inject({ url: `/reports${part}?${days}`, headers })
const may = 'from=2026-05-01&to=2026-05-31'

it('counts what is booked, marked and cancelled, at once', async () => {
  const done = await desk.book()
  const missed = await desk.book({ slot: nine, doctor: desk.oskar })
  const cancelled = await desk.book({ date: 'May 5, 2026' })
  desk.clock.now = new Date('2026-05-04T20:00:00Z')
  await desk.mark(done, 'booked', 'done')
  await desk.mark(missed, 'booked', 'no-show')
  await desk.cancel(cancelled)
  const response = await get(may)
  expect(response.statusCode).toBe(200)
  const { parts, step, before }: Report = response.json()
  expect([step, before]).toEqual(['day', { from: '2026-04-01', to: '2026-04-30' }])
  expect(parts.appointments).toMatchObject({ now: 2, before: 0 })
  expect(parts.appointments.rows[3]).toEqual({ key: '2026-05-04', name: '', now: 2, before: 0 })
  expect(parts.treatments.rows).toMatchObject([{ name: 'Teeth Cleaning', now: 2 }])
  expect(parts.dentists.rows.map(({ name, now }) => [name, now]).sort()).toEqual([
    ['Ida', 1],
    ['Oskar', 1],
  ])
  expect(parts.missed.rows[0]).toMatchObject({ key: 'no-show', now: 1 })
  expect(parts.patients.rows).toMatchObject([{ now: 2 }, { now: 0 }])
  // Eight hours a day, for each of two dentists.
  expect(parts.hours).toMatchObject({ now: 60, of: 31 * 2 * 480 })
  expect(parts.owed.rows[0]).toMatchObject({ now: 0, of: 0 })
  expect(parts.empty.rows.find(({ key }) => key === '1-08')).toMatchObject({ now: 30, of: 4 * 2 * 60 })
})

it('is for admins and accountants; receptionists read today only', async () => {
  const today = 'from=2026-05-01&to=2026-05-01'
  const statuses: Record<string, number[]> = {}
  for (const role of ['patient', 'receptionist', 'dentist', 'hygienist', 'accountant', 'admin'] as const) {
    const { bearer } = await desk.server.person({ role, ...(treatsPatients(role) && { doctorId: desk.ida }) })
    statuses[role] = [
      (await get(today, bearer)).statusCode,
      (await get(may, bearer)).statusCode,
      (await get(may, bearer, '/takings/csv')).statusCode,
    ]
  }
  expect(statuses).toEqual({
    patient: [403, 403, 403],
    receptionist: [200, 403, 403],
    dentist: [403, 403, 403],
    hygienist: [403, 403, 403],
    accountant: [200, 200, 200],
    admin: [200, 200, 200],
  })
  const { bearer } = await desk.server.person({ role: 'receptionist' })
  expect((await get(may, bearer)).json()).toMatchObject({ code: 'only-today' })
  expect((await get(may, {})).statusCode).toBe(401)
})

it('has each part as a CSV', async () => {
  await desk.book({ date: 'May 6, 2026' })
  const response = await get('from=2026-05-05&to=2026-05-06', undefined, '/appointments/csv')
  expect(response.headers['content-disposition']).toBe('attachment; filename="appointments-2026-05-05-2026-05-06.csv"')
  expect(response.body).toBe('\uFEFFFrom,This period,Period before\r\n2026-05-05,0,0\r\n2026-05-06,1,0\r\n')
  const hours: string[][] = parse((await get(may, undefined, '/hours/csv')).body, { bom: true })
  expect(hours[0]).toEqual([
    'Dentist',
    'Used (minutes)',
    'Offered (minutes)',
    'Used before (minutes)',
    'Offered before (minutes)',
  ])
  expect((await get(may, undefined, '/everything/csv')).statusCode).toBe(400)
})
