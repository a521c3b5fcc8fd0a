import { clinicToday, formatMediumDate, formatMoment, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'

/** Formats the clinic's day at an instant (ISO 8601): `Nov 21, 2026`. */
export function clinicDayAt(instant: string): string {
  return formatMediumDate(clinicToday(new Date(instant), clinic.timeZone))
}

/** Formats an instant (ISO 8601) on the clinic's clock: `Nov 21, 2026, 3:15 PM`. */
export function clinicMomentAt(instant: string): string {
  return formatMoment(new Date(instant), clinic.timeZone)
}

/** Formats an instant (ms) on the browser's own clock: `Nov 21, 2026, 3:15 PM`. */
export function localMomentAt(instant: number): string {
  return formatMoment(new Date(instant), browserZone())
}

/** Returns the browser's IANA time zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Tells whether clocks in two IANA time zones show the same time on `day`, at noon in UTC. */
export function isSameTime(day: IsoDate, zone: string, otherZone: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`)
  return offsetOf(zone, noon) === offsetOf(otherZone, noon)
}

/** Converts a day to a `Date` of the day picker: noon on the browser's own clock, whatever its zone. */
export function toPickerDate(day: IsoDate): Date {
  const [year = 0, month = 1, date] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

/** Converts a `Date` of the day picker to the day that the browser's own clock shows. */
export function fromPickerDate(date: Date): IsoDate {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}` as IsoDate
}

function offsetOf(timeZone: string, moment: Date): string | undefined {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
