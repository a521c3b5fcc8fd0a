import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { periodBefore, type ReportPeriod } from '#contract/report/period.ts'
import { booking } from '#server/database/schema/booking.ts'
import { payment, refund, refundEntry } from '#server/database/schema/payment.ts'
import { reportFigure, reportMonth, reportPatient } from '#server/database/schema/report.ts'
import { openRandomBooks } from '#server/report/testing/random-books.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { foldChanges, readSums, type Sum } from './store.ts'

const today: IsoDate = '2026-11-26'
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

/** Adds up what `readSums` reads, from the plain rows. */
async function addUp(now: ReportPeriod, before: ReportPeriod): Promise<Map<string, number>> {
  const { db } = database
  const bookings = await db.select().from(booking)
  const payments = await db.select().from(payment)
  const refunds = await db.select().from(refundEntry).innerJoin(refund, eq(refund.id, refundEntry.refundId))
  const byId = new Map(bookings.map((row) => [row.id, row]))
  const sums = new Map<string, number>()
  const add = (part: string, day: string, figure: string, key: string, amount: number) => {
    if (part !== 'owed' && (day < before.from || day > now.to)) return
    const name = [part, day >= now.from || part === 'owed', figure, key].join(' ')
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  const range = (value: number, bounds: number[]) => String(bounds.findLast((bound) => bound <= value) ?? bounds[0])
  const firstDays = new Map<string, string>()
  for (const row of bookings) {
    const { date, doctorId, treatmentId, status, startsAt, endsAt } = row
    const dentist = doctorId ?? ''
    if (row.owedCents > 0 && (row.status !== 'no-show' || row.noShowCharged)) {
      add('sum', date, 'owed', '', row.owedCents)
      add('sum', date, 'owing', '', 1)
      const age = (Date.parse(today) - Date.parse(date)) / 86_400_000
      if (age > 0) add('owed', date, 'owed', range(age, [0, 31, 61, 91]), row.owedCents)
      if (age > 0) add('owed', date, 'owing', range(age, [0, 31, 61, 91]), 1)
    }
    if (status === 'cancelled') {
      const hours = (startsAt.getTime() - (row.cancelledAt?.getTime() ?? 0)) / 3_600_000
      add('sum', date, 'cancelled', range(hours, [0, 2, 24, 48, 168]), 1)
      continue
    }
    const first = firstDays.get(row.patientId)
    if (!first || date < first) firstDays.set(row.patientId, date)
    const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000
    add('sum', date, 'appointments', '', 1)
    add('day', date, 'appointments', date, 1)
    add('sum', date, 'of-treatment', treatmentId, 1)
    add('sum', date, 'of-dentist', dentist, 1)
    add('sum', date, 'minutes-of-dentist', dentist, minutes)
    if (status === 'no-show') add('sum', date, 'no-shows', '', 1)
    const days = (startsAt.getTime() - row.createdAt.getTime()) / 86_400_000
    add('sum', date, 'ahead', range(days, [0, 1, 3, 7, 14, 30, 90]), 1)
    const weekday = new Date(date).getUTCDay() || 7
    for (let at = 0; at < minutes; at += 1) {
      const hour = Math.floor((slotStartMinutes(row.slot) + at) / 60)
      add('sum', date, 'minutes-at', `${weekday}-${String(hour).padStart(2, '0')}`, 1)
    }
  }
  for (const day of firstDays.values()) add('first', day, 'first', '', 1)
  const addMoney = (what: string, day: string | null, method: string, bookingId: string, amount: number) => {
    const of = byId.get(bookingId)
    if (!of || !day) return
    add('sum', day, `${what}-by-method`, method, amount)
    if (what === 'taken') add('day', day, 'taken-by-method', day, amount)
    add('sum', day, `${what}-by-treatment`, of.treatmentId, amount)
    add('sum', day, `${what}-by-dentist`, of.doctorId ?? '', amount)
  }
  for (const { day, method, bookingId, amount, voidedAt } of payments)
    if (!voidedAt) addMoney('taken', day, method, bookingId, amount)
  for (const {
    refund: { method, paymentId },
    refund_entry: { day, amount },
  } of refunds)
    addMoney('refunded', day, method, payments.find(({ id }) => id === paymentId)?.bookingId ?? '', amount)
  return new Map([...sums].filter(([, amount]) => amount !== 0))
}

const named = (sums: readonly Sum[]) =>
  new Map(sums.map(({ part, isNow, figure, key, amount }) => [[part, isNow, figure, key].join(' '), amount]))

const sorted = (sums: Map<string, number>) => Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Payments and refunds are of the till's day, which is the real today. */
async function tillToday(): Promise<IsoDate> {
  const { rows } = await database.executeSql(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`)
  return (rows[0] as { day: IsoDate }).day
}

it('the sums are those of the plain rows, whatever happens to appointments and money, folded or not', async () => {
  const { db } = database
  const books = await openRandomBooks(db, 30, today)
  const till = await tillToday()
  const periods: ReportPeriod[] = [
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-11-26', to: '2026-11-26' },
    { from: '2026-10-13', to: '2026-12-08' },
    { from: '2026-10-13', to: '2026-11-30' },
    { from: '2026-09-01', to: '2026-12-31' },
    { from: addDays(till, -20), to: addDays(till, 10) },
  ]
  const seen = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    for (let at = 0; at < 150; at += 1) await books.step()
    for (const now of periods) {
      const before = periodBefore(now)
      const read = () => readSums(db, now, before, today)
      const expected = sorted(await addUp(now, before))
      for (const name of Object.keys(expected)) seen.add(name.split(' ')[2] ?? '')
      expect(sorted(named(await read()))).toEqual(expected)
    }
    if (round % 2 === 0) await foldChanges(db)
  }
  expect([...seen].sort()).toEqual(
    ['ahead', 'appointments', 'cancelled', 'first', 'minutes-at', 'minutes-of-dentist', 'no-shows', 'of-dentist']
      .concat(['of-treatment', 'owed', 'owing', 'refunded-by-dentist', 'refunded-by-method', 'refunded-by-treatment'])
      .concat(['taken-by-dentist', 'taken-by-method', 'taken-by-treatment']),
  )
  const [{ count } = { count: 0 }] = await db.select({ count: sql<number>`count(*)::int` }).from(booking)
  expect(count).toBeGreaterThan(200)
}, 120_000)

it('a rebuild makes the same sums as the changes did', async () => {
  const { db } = database
  const books = await openRandomBooks(db, 7, today)
  for (let at = 0; at < 400; at += 1) await books.step()
  await foldChanges(db)
  const read = async () => ({
    figures: (
      await db
        .select()
        .from(reportFigure)
        .orderBy(asc(reportFigure.day), asc(reportFigure.figure), asc(reportFigure.key))
    ).filter(({ amount }) => amount !== 0),
    months: (
      await db.select().from(reportMonth).orderBy(asc(reportMonth.month), asc(reportMonth.figure), asc(reportMonth.key))
    ).filter(({ amount }) => amount !== 0),
    patients: await db.select().from(reportPatient).orderBy(asc(reportPatient.patientId)),
  })
  const before = await read()
  expect(before.figures.length).toBeGreaterThan(100)
  await db.execute(sql`select rebuild_reports()`)
  expect(await read()).toEqual(before)
}, 60_000)

it('stays true while others book, pay and fold', async () => {
  const { db } = database
  const first = await openRandomBooks(db, 11, today)
  for (let at = 0; at < 60; at += 1) await first.step()
  const now: ReportPeriod = { from: '2026-09-01', to: '2026-12-31' }
  const before = periodBefore(now)
  const change = async () => {
    for (let at = 0; at < 60; at += 1) await first.step(0.3)
  }
  const fold = async () => {
    for (let at = 0; at < 20; at += 1) await foldChanges(db)
  }
  await Promise.all([change(), change(), change(), fold(), fold()])
  expect(sorted(named(await readSums(db, now, before, today)))).toEqual(sorted(await addUp(now, before)))
  await foldChanges(db)
  expect(sorted(named(await readSums(db, now, before, today)))).toEqual(sorted(await addUp(now, before)))
}, 60_000)
