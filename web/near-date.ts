import { clinicToday, type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { isYearClear } from '#contract/kit/time/is-year-clear.ts'
import { clinic } from '#web/clinic.ts'
import { dateInText, dayOfYearInText, formatDayOfWeek } from '#web/dates.ts'
import { serverNow } from '#web/server-clock.ts'

/** Formats a day of a response that stands alone: `Saturday, Nov 21`, with the year where that is not clear. */
export function showDayOfWeek(date: string): string {
  const day = parseMediumDate(date)
  return day ? formatDayOfWeek(day, isClear(day) ? 'long' : 'full') : date
}

/** Formats a day of a response in a sentence: `Nov 21`, or `Nov 21, 2027` where the year is not clear. */
export function nearDateInText(date: string): string {
  const day = parseMediumDate(date)
  return day && isClear(day) ? dayOfYearInText(day) : dateInText(date)
}

const isClear = (day: IsoDate) => isYearClear(day, clinicToday(serverNow(), clinic.timeZone))
