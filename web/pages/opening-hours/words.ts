import type { Period } from '#contract/calendar/hours.ts'
import { formatTime } from '#contract/kit/time/clinic-date.ts'

/** Returns the periods of a day in words: `8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM`, or `Closed`. */
export function hoursInWords(periods: readonly Period[]): string {
  return periods.map(({ from, until }) => `${formatTime(from)} to ${formatTime(until)}`).join(', ') || 'Closed'
}
