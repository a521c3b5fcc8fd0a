import { type Actor, can } from '#contract/access/access.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { soonestFirst } from './soonest-first.ts'

/** Returns what is owed for bookings in all, in dollars. */
export function sumOwed(bookings: readonly Booking[]): number {
  return toDollars(bookings.reduce((sum, booking) => sum + toCents(owedOf(booking)), 0))
}

/** Returns the bookings for which something is owed that `person` can pay, the soonest
 *  first. */
export function payableBy(person: Actor, bookings: readonly Booking[]): Booking[] {
  const isPayable = (booking: Booking) => owedOf(booking) > 0 && can(person, 'pay-booking', { email: booking.patient })
  return soonestFirst(bookings).filter(isPayable)
}
