import type { DeskMethod } from '#contract/desk/payment.ts'
import { type Cents, computedCents } from '#contract/kit/money/amount.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { SeedBooking } from '#server/booking/store.ts'

const minute = 60_000
/** Somebody who is later than this has not come yet. */
const lateMinutes = 5
/** Somebody who is early by less than this is there already. */
const earlyMinutes = 45
const methods: readonly DeskMethod[] = ['terminal', 'cash', 'terminal', 'transfer', 'cash', 'terminal']

/** A payment at the desk. */
export type Paid = { bookingId: string; method: DeskMethod; amount: Cents; takenAt: Date }

/** Says what became of appointments, which are in order, by `now`. Those of earlier days are done, but for two patients
 *  who did not come and the last two, which nobody has marked. Today's are done if they are over; one patient is late,
 *  and others are there. */
export function marked(bookings: readonly SeedBooking[], date: IsoDate, now: Date): SeedBooking[] {
  const past = bookings.filter((each) => each.date < date)
  const missed = [past[Math.floor(past.length * 0.3)], past[Math.floor(past.length * 0.7)]]
  const unmarked = past.slice(-2)
  const begun = bookings.filter(
    ({ date: on, time }) => on === date && time.startsAt < now.getTime() - lateMinutes * minute,
  )
  const late = begun.findLast(({ time }) => time.endsAt > now.getTime())
  return bookings.map((booking): SeedBooking => {
    const { startsAt, endsAt } = booking.time
    const became = (status: NonNullable<SeedBooking['status']>, at: number) => ({
      ...booking,
      status,
      statusAt: new Date(Math.min(at, now.getTime())),
    })
    if (unmarked.includes(booking) || booking === late) return booking
    if (missed.includes(booking)) return became('no-show', startsAt + 20 * minute)
    if (endsAt < now.getTime()) return became('done', endsAt)
    if (startsAt > now.getTime() + earlyMinutes * minute) return booking
    // Of those who are still to begin only the next one is there.
    const isNext = bookings.find(({ time }) => time.startsAt > now.getTime()) === booking
    return startsAt <= now.getTime() || isNext ? became('arrived', startsAt - 6 * minute) : booking
  })
}

/** Returns the payments for those that are done: all but one of them, and one in part. */
export function paymentsFor(bookings: readonly SeedBooking[]): Paid[] {
  const done = bookings.filter(({ status }) => status === 'done')
  const [unpaid, inPart] = [done[done.length - 2], done[Math.floor(done.length / 2)]]
  return done.flatMap(({ id, treatment: { priceCents }, time }, n) => {
    if (id === unpaid?.id || priceCents === 0) return []
    // Half of it, in whole units of the currency.
    const half = Math.max(100, Math.floor(priceCents / 200) * 100)
    const cents = id === inPart?.id ? Math.min(half, priceCents) : priceCents
    const method = methods[n % methods.length] ?? 'cash'
    return [{ bookingId: id, method, amount: computedCents(cents), takenAt: new Date(time.endsAt) }]
  })
}
