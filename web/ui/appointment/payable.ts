import { type Actor, can } from '#contract/access/access.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { soonestFirst } from './soonest-first.ts'

/** Returns the bookings for which something is owed that `person` can pay, the soonest
 *  first. */
export function payableBy(person: Actor, bookings: readonly Booking[]): Booking[] {
  const isPayable = (booking: Booking) => owedOf(booking) > 0 && can(person, 'pay-booking', { email: booking.patient })
  return soonestFirst(bookings).filter(isPayable)
}
