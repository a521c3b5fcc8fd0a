import { inSentences } from '#contract/kit/locale.ts'
import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { isYearClear } from '#contract/kit/time/is-year-clear.ts'
import { formatDay, formatDayOfWeek, formatDayOfYear, formatPeriod } from '#contract/kit/time/shown-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import type { ShownClinic } from './content.ts'

const isClear = (day: IsoDate, now: Date, { timeZone }: ShownClinic) => isYearClear(day, clinicToday(now, timeZone))

/** Formats a day that stands alone: `Saturday, Nov 21`. */
export function dayAlone(day: IsoDate, now: Date, clinic: ShownClinic): string {
  return formatDayOfWeek(day, clinic, isClear(day, now, clinic) ? 'long' : 'full')
}

/** Formats a day in a sentence: `Nov 21`. */
export function dayInText(day: IsoDate, now: Date, clinic: ShownClinic): string {
  return (isClear(day, now, clinic) ? formatDayOfYear : formatDay)(day, inSentences(clinic))
}

/** Formats the time from one instant to another of the same day, with its zone: `8:00 to 8:30 AM EST`. */
export function periodAlone(from: string, until: string, clinic: ShownClinic): string {
  return asSaid(formatPeriod(new Date(from), new Date(until), clinic.timeZone, clinic), clinic)
}

/** Formats a slot of responses: `8:00 to 8:30 AM`. */
export function slotAlone(slot: string, clinic: ShownClinic): string {
  return asSaid(showPeriod(slot, clinic), clinic)
}

const asSaid = (period: string, { language }: ShownClinic) =>
  /^en\b/i.test(language) ? period.replace(/ ?– ?/, ' to ') : period
