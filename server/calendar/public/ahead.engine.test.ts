import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MonthOverview, NextFree } from '#contract/calendar/month.ts'
import { addDays, addMonths, formatMediumDate, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicDay, clinicDayHours } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { timeZone } from '#server/testing/calendar/calendar.ts'
import { calendarQueries } from '../caches.ts'
import { openCalendar } from '../calendar.ts'
import { overviewOfMonth } from './month.ts'
import { nextFreeTimes } from './next-free.ts'

const testNow = new Date('2026-03-10T14:00:00Z')
const first = '08.00 AM - 08.30 AM'

let now = testNow
let server: TestApp
/** Each test that changes something has a month of its own. */
let month = monthOf('2026-03-31')

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
})
afterAll(() => server.close())
const nextMonth = () => {
  month = addMonths(month, 1)
}
const of = (date: number): IsoDate => addDays(`${month}-01`, date - 1)
const get = (url: string, query: Record<string, string>) => server.app.inject({ url, query })

async function days(text: string = month): Promise<MonthOverview['days']> {
  const response = await get('/available/month', { month: text })
  expect(response.statusCode).toBe(200)
  return response.json().days
}

async function stateOn(date: IsoDate) {
  return (await days(monthOf(date))).find((day) => day.date === formatMediumDate(date))?.state
}

async function next(date: IsoDate, name = 'Teeth Cleaning') {
  const all: NextFree[] = (await get('/available/next', { date: formatMediumDate(date) })).json()
  const { _id, ...found } = all.find((one) => one.name === name) ?? {}
  return found
}

async function insertDay(date: IsoDate, note: string, ...hours: { opens: number; closes: number }[]) {
  await server.database.db.transaction(async (tx) => {
    await tx.insert(clinicDay).values({ date, note })
    if (hours.length > 0) await tx.insert(clinicDayHours).values(hours.map((period) => ({ date, ...period })))
  })
  await server.heard()
}

/** Leaves nothing free on a day, except for the treatments in `free`. */
async function fillDay(date: IsoDate, free: string[] = []) {
  const { db } = server.database
  const { patientId, email } = await server.person()
  const time = timeColumns(date, first, timeZone)
  const evening = new Date(time.startsAt.getTime() + 9 * 3_600_000)
  const busy = `[${time.startsAt.toISOString()},${evening.toISOString()})`
  const full = (await db.select().from(treatment)).filter(({ name }) => !free.includes(name))
  await db.insert(booking).values(
    full.map(({ id, name, priceCents }) => {
      const row = { id: randomUUID(), treatmentId: id, treatment: name, priceCents, ...time, busy, overridden: true }
      return { ...row, patientId, patient: email, patientName: 'Ann', phone: '1' }
    }),
  )
  await server.heard()
}

describe('GET /available/month', () => {
  beforeEach(nextMonth)

  it('lists closed days, and the clinic’s notes', async () => {
    await insertDay(of(4), 'Public holiday')
    await insertDay(of(5), 'Half day', { opens: 480, closes: 720 })
    expect((await days()).slice(2, 5)).toEqual([
      { date: formatMediumDate(of(3)), state: 'open' },
      { date: formatMediumDate(of(4)), state: 'closed', note: 'Public holiday' },
      { date: formatMediumDate(of(5)), state: 'open', note: 'Half day' },
    ])
  })

  it('shows the change of a rule', async () => {
    expect(await stateOn(of(4))).toBe('open')
    await insertDay(of(4), '')
    expect(await stateOn(of(4))).toBe('closed')
    await server.database.db.delete(clinicDay)
    await server.heard()
    expect(await stateOn(of(4))).toBe('open')
  })

  it('shows a day as full at once when its last time is booked, and as open after a cancellation', async () => {
    const date = formatMediumDate(of(4))
    await fillDay(of(4), ['Teeth Cleaning'])
    await insertDay(of(4), '', { opens: 480, closes: 510 })
    const available = async (): Promise<Treatment[]> => (await get('/available', { date })).json()
    expect((await available()).flatMap(({ slots }) => slots)).toEqual([first])
    expect(await stateOn(of(4))).toBe('open')
    const { email: patient, bearer } = await server.person()
    const { _id: treatmentId, price } = (await available()).find(({ slots }) => slots.length > 0) ?? {}
    const made = await server.app.inject({
      method: 'POST',
      url: '/booking',
      headers: { origin: server.origin, ...bearer },
      payload: { treatmentId, date, slot: first, price, patient },
    })
    expect(made.statusCode).toBe(201)
    expect(await stateOn(of(4))).toBe('full')
    const { db } = server.database
    await db.update(booking).set({ status: 'cancelled', cancelledAt: new Date() }).where(eq(booking.patient, patient))
    await server.heard()
    expect(await stateOn(of(4))).toBe('open')
  })
})

describe('the days of GET /available/month', () => {
  it('lists no day before the clinic’s today and none past the horizon', async () => {
    expect((await days('2026-03'))[0]?.date).toBe('Mar 10, 2026')
    expect(await days('2026-03')).toHaveLength(22)
    expect(await days('2026-02')).toEqual([])
    expect((await days('2027-03')).at(-1)?.date).toBe('Mar 10, 2027')
    expect(await days('2027-04')).toEqual([])
    // In New York it is still Mar 9.
    now = new Date('2026-03-10T03:59:59Z')
    expect((await days('2026-03'))[0]?.date).toBe('Mar 9, 2026')
    now = testNow
  })

  it('shows today as over once its last time has begun', async () => {
    now = new Date('2026-03-10T20:29:59Z')
    expect(await stateOn('2026-03-10')).toBe('open')
    now = new Date('2026-03-10T20:30:00Z')
    expect(await stateOn('2026-03-10')).toBe('over')
    now = testNow
  })

  it.each(['', 'May 2026', '2026-13', '2026-5', '2026-05-01', '0000-01'])('refuses %j as a month', async (text) => {
    const response = await get('/available/month', { month: text })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject({ month: expect.anything() })
  })
})

describe('GET /available/next', () => {
  it('names the first free time of each treatment on the day or later', async () => {
    nextMonth()
    await insertDay(of(1), 'Closed')
    await fillDay(of(2), ['Oral Surgery'])
    expect(await stateOn(of(1))).toBe('closed')
    expect(await next(of(1))).toEqual({ name: 'Teeth Cleaning', date: formatMediumDate(of(3)), slot: first })
    expect(await next(of(1), 'Oral Surgery')).toMatchObject({ date: formatMediumDate(of(2)) })
    expect(await next(of(7))).toMatchObject({ date: formatMediumDate(of(7)) })
  })

  it('counts from today for a day in the past', async () => {
    expect(await next('2026-03-01')).toEqual({
      name: 'Teeth Cleaning',
      date: 'Mar 10, 2026',
      slot: '10.30 AM - 11.00 AM',
    })
  })

  it('names none past the horizon', async () => {
    expect(await next('2027-03-10')).toMatchObject({ date: 'Mar 10, 2027' })
    expect(await next('2027-03-11')).toEqual({ name: 'Teeth Cleaning' })
    expect(await next('9999-12-31')).toEqual({ name: 'Teeth Cleaning' })
  })

  it('refuses a day that does not exist', async () => {
    const response = await get('/available/next', { date: 'Feb 30, 2026' })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject({ date: expect.anything() })
  })
})

describe('the bookings of a month', () => {
  beforeEach(nextMonth)

  const open = async () => {
    const { db, listen } = server.database
    const queries = calendarQueries(db)
    const listBusy = vi.fn(queries.listBusy)
    const calendar = await openCalendar({ listen, queries: { ...queries, listBusy }, clock: () => now })
    return { calendar, listBusy }
  }

  it('are read with one query, and with none once they are cached', async () => {
    const { calendar, listBusy } = await open()
    await overviewOfMonth(calendar, month)
    expect(listBusy).toHaveBeenCalledTimes(1)
    await overviewOfMonth(calendar, month)
    await nextFreeTimes(calendar, of(1))
    expect(listBusy).toHaveBeenCalledTimes(1)
    calendar.invalidate(of(9))
    await overviewOfMonth(calendar, month)
    expect(listBusy).toHaveBeenCalledTimes(2)
    const [from = 0, until = 0] = listBusy.mock.lastCall ?? []
    expect(until - from).toBe(24 * 3_600_000)
    await calendar.close()
  })

  it('are read from today on for a day long ago', async () => {
    const { calendar, listBusy } = await open()
    await nextFreeTimes(calendar, '1000-01-01')
    expect(listBusy).toHaveBeenCalledTimes(1)
    await calendar.close()
  })

  it('are those of each day alone', async () => {
    await fillDay(of(4))
    await fillDay(of(28))
    const { calendar } = await open()
    const { days: found } = await overviewOfMonth(calendar, month)
    const full = found.filter(({ state }) => state === 'full').map(({ date }) => date)
    expect(full).toEqual([formatMediumDate(of(4)), formatMediumDate(of(28))])
    await calendar.close()
  })

  it('are not read to the horizon for a treatment that nobody can perform', async () => {
    await server.database.db.update(treatment).set({ durationMinutes: 300 }).where(eq(treatment.name, 'Oral Surgery'))
    const { calendar, listBusy } = await open()
    const found = await nextFreeTimes(calendar, of(1))
    expect(listBusy).toHaveBeenCalledTimes(1)
    expect(found.filter(({ date }) => date === undefined).map(({ name }) => name)).toEqual(['Oral Surgery'])
    await calendar.close()
  })
})
