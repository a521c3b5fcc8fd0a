import type { Booking } from '#contract/booking/booking.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'

/** Returns bookings by their start, the soonest first. */
export function soonestFirst(bookings: readonly Booking[]): Booking[] {
  return bookings.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
}

/** A sort key. */
function startOf({ date, slot }: Booking): string {
  return `${parseMediumDate(date)} ${String(slotStartMinutes(slot)).padStart(4, '0')}`
}
