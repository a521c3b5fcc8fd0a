import { v7 as uuid } from 'uuid'
import type { SettableStatus } from '#contract/desk/day.ts'
import { computedCents } from '#contract/kit/money/amount.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { insertBookings, markBooking } from '#server/booking/store.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { readRules } from '#server/calendar/store.ts'
import { replaceDay } from '#server/calendar-change/store.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { planDayOfBookings, pseudoRandom } from '#server/demo/plan-day.ts'
import { listOwnPatients } from '#server/patient/store.ts'
import { insertPayment } from '#server/payment/payment-store.ts'
import { shareOf } from './busy-clinic.ts'
import { listBookings } from './busy-store.ts'

const appointmentsToday = 45
const needAttention = 4

/** Adds to the busy clinic what its desk sees at `now`: today's appointments, those that are over done and paid but for
 *  a no-show and two that are not paid, one patient who waits, and four appointments that need attention, because a day
 *  soon will end early. */
export async function addBusyToday(db: Db, now: Date): Promise<void> {
  const rules = await readRules(db)
  const today = clinicToday(now, rules.timeZone)
  const eve = new Date(dayClock(addDays(today, -1), rules.timeZone).endsAt - 1)
  const random = pseudoRandom(2)
  const patients = await listOwnPatients(db)
  const patientFor = (_: object, booked: number) => patients[booked]
  const booked = planDayOfBookings(rules, today, eve, { random, wanted: appointmentsToday, shareOf, patientFor })
  await insertBookings(db, booked)
  const rows = await listBookings(db, today, today)
  await markThoseOver(
    db,
    rows.filter(({ endsAt }) => endsAt < now),
  )
  const next = rows.find(({ startsAt }) => startsAt > now)
  if (next) await setStatus(db, [next], 'arrived')
  await endADayEarly(db, today, rules.timeZone)
}

/** Marks them as done, the third as a no-show, and pays all others but the last two. */
async function markThoseOver(db: Db, over: BookingRow[]): Promise<void> {
  const missed = over.slice(2, 3)
  const done = over.filter((row) => !missed.includes(row))
  await setStatus(db, missed, 'no-show')
  await setStatus(db, done, 'done')
  for (const [n, { id, owedCents }] of done.slice(0, -2).entries()) {
    const [amount, takenBy] = [computedCents(owedCents), 'desk@example.com']
    const method = n % 3 === 0 ? 'cash' : 'terminal'
    await insertPayment(db, { id: uuid(), bookingId: id, method, amount, takenBy })
  }
}

async function setStatus(db: Db, bookings: readonly BookingRow[], to: SettableStatus): Promise<void> {
  for (const { id, startsAt } of bookings) await markBooking(db, id, { from: 'booked', to, startsAt })
}

/** Lets the first day on which that concerns exactly four appointments end early. */
async function endADayEarly(db: Db, today: IsoDate, timeZone: string): Promise<void> {
  const [first, last] = [addDays(today, 2), addDays(today, 30)]
  const ahead = await listBookings(db, first, last)
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const clock = dayClock(day, timeZone)
    const ends = ahead.filter(({ date }) => date === day).map(({ endsAt }) => clock.endMinutesOf(endsAt.getTime()))
    const until = ends.find((end) => ends.filter((other) => other > end).length === needAttention)
    if (until === undefined) continue
    return replaceDay(db, { date: day, note: 'Staff training', periods: [{ from: 7 * 60, until }] })
  }
}
