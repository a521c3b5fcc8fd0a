import type { DayOverview } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'

const slotMinutes = 30

/** Says why nothing can be booked on a day. `overview` is undefined if it is unknown. `minutes`: minutes since midnight at the clinic, if the
 *  day is its today. */
export function noFreeTimesReason(
  overview: DayOverview | undefined,
  minutes: number | undefined,
  hours: string[] = clinic.hours,
): string {
  if (overview?.state === 'closed') {
    const closed = `We’re closed ${minutes === undefined ? 'this day' : 'today'}`
    return overview.note ? `${closed}: ${overview.note}` : `${closed}.`
  }
  if (minutes !== undefined && minutes > closingMinutes(hours) - slotMinutes) return 'We’ve closed for today.'
  return 'We’re fully booked this day.'
}

/** Returns the latest closing time, in minutes since midnight, of opening hours such as `Mo-Fr 08:00-17:00`. */
function closingMinutes(hours: string[]): number {
  const ends = hours.flatMap((text) => {
    const [, hour, minute] = /(\d\d):(\d\d)$/.exec(text) ?? []
    return hour === undefined ? [] : [Number(hour) * 60 + Number(minute)]
  })
  return ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends)
}
