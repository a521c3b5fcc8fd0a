import { inSentences, type Locale } from '#contract/kit/locale.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { addDays, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#contract/kit/time/shown-date.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import type { Period, Rules } from '../rules/rules.ts'
import { periodsInWords, schemaOrgTime } from './opening-hours.ts'

/** Consecutive days, the last included, with the same hours, which are not those of their weekdays. Without periods the
 *  clinic is closed. */
export type SpecialDays = { first: IsoDate; last: IsoDate; note: string; periods: readonly Period[] }

/** Special days that begin later than this many days from today are not announced yet. */
const announcedDays = 14

/** Returns the special days, in order, that have begun or begin in the coming two weeks. Each lasts as long as it does
 *  in the calendar, so that a holiday does not seem to end with the two weeks. */
export function specialDays({ days, week }: Pick<Rules, 'days' | 'week'>, today: IsoDate): SpecialDays[] {
  const ahead = [...days]
    .filter(([date, { periods }]) => date >= today && !isSame(periods, week.get(isoWeekday(date)) ?? []))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const groups: SpecialDays[] = []
  for (const [date, { note, periods }] of ahead) {
    const before = groups.at(-1)
    const text = note.replace(/\s+/g, ' ').trim()
    const continues =
      before && addDays(before.last, 1) === date && before.note === text && isSame(before.periods, periods)
    if (continues) before.last = date
    else groups.push({ first: date, last: date, note: text, periods })
  }
  return groups.filter(({ first }) => first <= addDays(today, announcedDays))
}

/** Returns special days in words, one line each: `Closed Thursday, Nov 26: Public holiday`, or
 *  `Thursday, Nov 26, 9:00 AM to 12:00 PM: Half day`. */
export function specialDaysInWords(special: readonly SpecialDays[], locale: Locale): string {
  return special
    .map(({ first, last, note, periods }) => {
      const [from, until] = [first, last].map((date) => unbroken(formatDayOfWeek(date, inSentences(locale))))
      const days = from === until ? from : `${from} to ${until}`
      const hours = periods.length === 0 ? `Closed ${days}` : `${days}, ${periodsInWords(periods, locale)}`
      return note ? `${hours}: ${note}` : hours
    })
    .join('\n')
}

/** Returns special days with the times of https://schema.org/specialOpeningHoursSpecification: midnight to midnight
 *  means closed. */
export function schemaOrgSpecialHours(special: readonly SpecialDays[]): NonNullable<Clinic['specialHours']> {
  return special.flatMap(({ first, last, periods }) => {
    const hours = periods.length === 0 ? [{ from: 0, until: 0 }] : periods
    return hours.map(({ from, until }) => ({
      validFrom: first,
      validThrough: last,
      opens: schemaOrgTime(from),
      closes: schemaOrgTime(until),
    }))
  })
}

function isSame(one: readonly Period[], other: readonly Period[]) {
  return JSON.stringify(one) === JSON.stringify(other)
}
