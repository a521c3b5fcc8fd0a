import type { Booking } from '#contract/booking/booking.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayOfWeekInText, timeInText } from '#web/dates.ts'

/** Says whose something is: `your`, or `Leo’s` if it is not the reader's own. Without a name it is. */
export function whose({ patientName }: { patientName?: string | undefined }, reader?: { name: string }): string {
  return patientName === undefined || patientName === reader?.name ? 'your' : `${patientName}’s`
}

/** Names an appointment where several are listed: `Leo’s Teeth Cleaning, Sun, Nov 29 at 8:00 AM`. */
export function nameOf(
  booking: Pick<Booking, 'patientName' | 'treatment' | 'date' | 'slot'>,
  reader: { name: string },
): string {
  const { treatment, date, slot } = booking
  const day = parseMediumDate(date)
  const time = timeInText(slotStartMinutes(slot))
  return `${whose(booking, reader)} ${treatment}, ${day ? dayOfWeekInText(day, 'short') : date} at ${time}`
}
