import { randomUUID } from 'node:crypto'
import { eq, ne, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { Database, Listen } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { calendarQueries } from './caches.ts'
import { type Calendar, openCalendar } from './calendar.ts'

const slot = '08.00 AM - 08.30 AM'
const patientId = randomUUID()

let database: TestDatabase
let calendar: Calendar
let now: Date
let date: IsoDate
let days = 0

beforeAll(async () => {
  database = await freshDatabase()
  await database.db.insert(patient).values({ id: patientId, name: 'Ann', email: 'ann@example.org' })
  await addTestRules(database)
  calendar = await open(database)
})
afterAll(async () => {
  await calendar.close()
  await database.close()
})
beforeEach(() => {
  now = new Date('2026-03-10T14:00:00Z')
  days += 1
  date = addDays('2030-01-01', days)
})

function open({ db, listen }: Pick<Database, 'db' | 'listen'>, queries = calendarQueries(db)) {
  return openCalendar({ listen, queries, clock: () => now })
}

async function free(from = calendar, day = date): Promise<string[]> {
  const treatments: Treatment[] = JSON.parse(await from.available(day))
  return treatments.find(({ name }) => name === 'Teeth Cleaning')?.slots ?? []
}

async function insertBooking() {
  const [cleaning] = await database.db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!cleaning) throw new Error('the sample treatments are missing')
  const { id: treatmentId, name, priceCents } = cleaning
  const row = { id: randomUUID(), treatmentId, treatment: name, ...timeColumns(date, slot), priceCents, patientId }
  await database.db.insert(booking).values({ ...row, patient: 'ann@example.org', patientName: 'Ann', phone: '1' })
}

describe('the free slots of a day', () => {
  it('are all slots if there is no booking, with prices in dollars', async () => {
    const treatments: Treatment[] = JSON.parse(await calendar.available(date))
    expect(treatments.map(({ name, price, slots }) => [name, price, slots.length])).toEqual([
      ['Teeth Orthodontics', 99, 16],
      ['Cosmetic Dentistry', 139, 16],
      ['Teeth Cleaning', 59, 16],
      ['Cavity Protection', 129, 16],
      ['Pediatric Dental', 199, 16],
      ['Oral Surgery', 149, 16],
      ['Fluoride Treatment', 69, 16],
      ['Cavity Filling', 119, 16],
      ['Teeth Whitening', 189, 16],
    ])
  })

  it('lack a booked slot at once on the same instance, and have it again after a cancellation', async () => {
    expect(await free()).toContain(slot)
    await insertBooking()
    calendar.invalidate(date)
    expect(await free()).not.toContain(slot)
    await database.db
      .update(booking)
      .set({ status: 'cancelled', cancelledAt: new Date() })
      .where(eq(booking.date, date))
    await expect.poll(() => free()).toContain(slot)
  })

  it('lack a slot booked by another instance after the notification', async () => {
    expect(await free()).toContain(slot)
    await insertBooking()
    await expect.poll(() => free()).not.toContain(slot)
  })

  it('change on both days of a moved booking', async () => {
    const to = addDays(date, 1_000)
    await insertBooking()
    await expect.poll(() => free()).not.toContain(slot)
    expect(await free(calendar, to)).toContain(slot)
    await database.db.update(booking).set(timeColumns(to, slot)).where(eq(booking.date, date))
    await vi.waitFor(
      async () => {
        expect(await free()).toContain(slot)
        expect(await free(calendar, to)).not.toContain(slot)
      },
      { timeout: 10_000 },
    )
  })

  it('come with the new price after it changed', async () => {
    const price = async () => JSON.parse(await calendar.available(date))[0].price
    expect(await price()).toBe(99)
    const orthodontics = eq(treatment.name, 'Teeth Orthodontics')
    await database.db.update(treatment).set({ priceCents: 95_50 }).where(orthodontics)
    await expect.poll(() => price()).toBe(95.5)
    await database.db.update(treatment).set({ priceCents: 99_00 }).where(orthodontics)
    await expect.poll(() => price()).toBe(99)
  })

  it('lack each slot of today once it begins, and all of them after midnight', async () => {
    date = '2030-12-30'
    now = new Date('2030-12-30T12:59:59Z')
    expect(await free()).toHaveLength(16)
    now = new Date('2030-12-30T13:00:00Z')
    expect(await free()).toHaveLength(15)
    now = new Date('2030-12-30T21:29:59Z')
    expect(await free()).toEqual(['04.30 PM - 05.00 PM'])
    now = new Date('2030-12-30T21:30:00Z')
    expect(await free()).toEqual([])
    now = new Date('2030-12-31T05:00:00Z')
    expect(await free()).toEqual([])
  })
})

describe('the first free time', () => {
  const firstTime = async () => (await calendar.firstFree())?.times[0].slot

  it('moves on when the time begins, when another instance books it, and back after a cancellation', async () => {
    date = '2031-01-06'
    now = new Date('2031-01-06T12:59:59Z')
    await database.db.update(treatment).set({ retiredAt: now }).where(ne(treatment.name, 'Teeth Cleaning'))
    try {
      const first = { date, slot: '08.00 AM - 08.30 AM', treatment: 'Teeth Cleaning', priceCents: 59_00 }
      await expect
        .poll(() => calendar.firstFree())
        .toMatchObject({ times: [first, { slot: '08.30 AM - 09.00 AM' }, {}], lowestPrice: 59_00 })
      await expect.poll(() => calendar.firstFree()).not.toBeInstanceOf(Promise)
      await insertBooking()
      await expect.poll(() => firstTime()).toBe('08.30 AM - 09.00 AM')
      await database.db.delete(booking).where(eq(booking.date, date))
      await expect.poll(() => firstTime()).toBe('08.00 AM - 08.30 AM')
      now = new Date('2031-01-06T13:00:00Z')
      expect(await firstTime()).toBe('08.30 AM - 09.00 AM')
    } finally {
      await database.db.update(treatment).set({ retiredAt: null })
    }
  })
})

describe('a read that started before a booking', () => {
  it('is not cached if it ends after the booking', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: isRead, resolve: markRead } = Promise.withResolvers<void>()
    const queries = calendarQueries(database.db)
    const listSlowly: typeof queries.listBusy = async (...query) => {
      const found = await queries.listBusy(...query)
      markRead()
      await held
      return found
    }
    const slow = await open(database, { ...queries, listBusy: listSlowly })
    const stale = free(slow)
    await isRead
    await insertBooking()
    slow.invalidate(date)
    release()
    expect(await stale).toContain(slot)
    expect(await free(slow)).not.toContain(slot)
    await slow.close()
  })
})

describe('while the listening connection is lost', () => {
  it('every request queries the database', async () => {
    let setConnected = (_connected: boolean) => {}
    const withoutNotifications: Listen = async (_handlers, onState) => {
      setConnected = onState
      onState(true)
      return async () => {}
    }
    const cached = await open({ ...database, listen: withoutNotifications })
    expect(await free(cached)).toContain(slot)
    await insertBooking()
    expect(await free(cached)).toContain(slot)
    setConnected(false)
    expect(await free(cached)).not.toContain(slot)
    await database.db.delete(booking).where(eq(booking.date, date))
    expect(await free(cached)).toContain(slot)
    setConnected(true)
    expect(await free(cached)).toContain(slot)
  })
})

if (inject('engine').kind === 'postgres') {
  describe('another instance on the same PostgreSQL', () => {
    it('sees a booking within a second', async () => {
      const other = await openDatabase({ databaseUrl: database.url, dataDir: '' }, pino({ level: 'silent' }))
      const elsewhere = await open(other)
      expect(await free(elsewhere)).toContain(slot)
      await insertBooking()
      await vi.waitFor(async () => expect(await free(elsewhere)).not.toContain(slot), { timeout: 1_000 })
      await elsewhere.close()
      await other.close()
    })

    it('sees bookings within a second after its listening connection was cut', async () => {
      const other = await openDatabase({ databaseUrl: database.url, dataDir: '' }, pino({ level: 'silent' }))
      const elsewhere = await open(other)
      expect(await free(elsewhere)).toContain(slot)
      const listener = sql`application_name = 'dental-clinic listen' and datname = current_database()`
      await database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listener}`)
      await insertBooking()
      await vi.waitFor(async () => expect(await free(elsewhere)).not.toContain(slot), { timeout: 1_000 })
      await vi.waitFor(
        async () => {
          const listening = database.db.select({ pid: sql`pid` }).from(sql`pg_stat_activity`).where(listener)
          expect(await listening).toHaveLength(2)
        },
        { timeout: 10_000 },
      )
      await database.db.delete(booking).where(eq(booking.date, date))
      await vi.waitFor(async () => expect(await free(elsewhere)).toContain(slot), { timeout: 1_000 })
      await elsewhere.close()
      await other.close()
    })
  })
}
