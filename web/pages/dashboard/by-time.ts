import type { Booking } from '#contract/booking/booking.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'

/** Splits bookings at a time of the clinic's clock: `upcoming`, the soonest first, and `earlier`, the latest first. A booking is upcoming
 *  until it ends, so that a patient who is late still finds it on top. */
export function splitByTime(bookings: Booking[], today: IsoDate, minutes: number) {
  const soonestFirst = bookings.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
  const isUpcoming = ({ date, slot }: Booking) => {
    const day = parseMediumDate(date) ?? ''
    return day > today || (day === today && slotEndMinutes(slot) > minutes)
  }
  return {
    upcoming: soonestFirst.filter(isUpcoming),
    earlier: soonestFirst.filter((booking) => !isUpcoming(booking)).reverse(),
  }
}

/** A sort key. */
function startOf({ date, slot }: Booking): string {
  return `${parseMediumDate(date)} ${String(slotStartMinutes(slot)).padStart(4, '0')}`
}
