import { inSentences } from '#contract/kit/locale.ts'
import { clinicToday, formatMediumDate, type IsoDate, isIsoDate } from '#contract/kit/time/clinic-date.ts'
import * as shown from '#contract/kit/time/shown-date.ts'
import { clinic } from '#web/clinic.ts'
import { browserZone } from '#web/time-zone.ts'

// A day or time that stands alone, as a heading, in a column or in a field, is in the clinic's language. The functions
// `…InText` format for sentences and for names with other words, which are in English (docs/decisions/0077).
const english = () => inSentences(clinic)

/** Formats a day: `Nov 21, 2026`. */
export function formatDay(date: IsoDate): string {
  return shown.formatDay(date, clinic)
}

/** Returns the weekday of a day: `Saturday`. */
export function weekdayOf(date: IsoDate): string {
  return shown.weekdayOf(date, clinic)
}

/** Formats a day with its weekday: `Thu, Nov 26`, `Thursday, Nov 26`, or `Thursday, November 26, 2026`. */
export function formatDayOfWeek(date: IsoDate, style?: Parameters<typeof shown.formatDayOfWeek>[2]): string {
  return shown.formatDayOfWeek(date, clinic, style)
}

/** Formats the month of a day: `November 2026`. */
export function formatMonth(date: IsoDate): string {
  return shown.formatMonth(date, clinic)
}

/** Tells whether days and times are written as in the United States. */
export const isShownAsInUs = () => shown.isUs(clinic)

/** Formats minutes after midnight: `8:00 AM`. */
export function formatTime(minutes: number): string {
  return shown.formatTime(minutes, clinic)
}

/** Formats a slot of a response: `08.00 AM - 08.30 AM`. */
export function showSlot(slot: string): string {
  return shown.showSlot(slot, clinic)
}

/** Formats a day of a response, which is in the medium format: `Nov 21, 2026`. */
export function showDate(date: string): string {
  return shown.showDate(date, clinic)
}

/** Formats the clinic's day at an instant (ISO 8601): `Nov 21, 2026`. */
export function clinicDayAt(instant: string): string {
  return formatDay(clinicToday(new Date(instant), clinic.timeZone))
}

/** Formats an instant (ISO 8601) on the clinic's clock: `Nov 21, 2026, 3:15 PM`. */
export function clinicMomentAt(instant: string): string {
  return shown.formatMoment(new Date(instant), clinic.timeZone, clinic)
}

/** Formats a day in a sentence: `Nov 21, 2026`. */
export function dayInText(date: IsoDate): string {
  return shown.formatDay(date, english())
}

/** Formats a day near the present one in a sentence: `Nov 21`. */
export function dayOfYearInText(date: IsoDate): string {
  return shown.formatDayOfYear(date, english())
}

/** Formats the month of a day in a sentence: `November 2026`. */
export function monthInText(date: IsoDate): string {
  return shown.formatMonth(date, english())
}

/** Returns the weekday of a day in a sentence: `Saturday`. */
export function weekdayInText(date: IsoDate): string {
  return shown.weekdayOf(date, english())
}

/** Formats a day of a response in a sentence: `Nov 21, 2026`. */
export function dateInText(date: string): string {
  return shown.showDate(date, english())
}

/** Formats a slot of a response in a sentence: `08.00 AM - 08.30 AM`. */
export function slotInText(slot: string): string {
  return shown.showSlot(slot, english())
}

/** Formats minutes after midnight in a sentence: `8:00 AM`. */
export function timeInText(minutes: number): string {
  return shown.formatTime(minutes, english())
}

/** Formats a day with its weekday in a sentence: `Thu, Nov 26`. */
export function dayOfWeekInText(date: IsoDate, style?: Parameters<typeof shown.formatDayOfWeek>[2]): string {
  return shown.formatDayOfWeek(date, english(), style)
}

/** Formats the clinic's day at an instant (ISO 8601) in a sentence: `Nov 21, 2026`. */
export function clinicDayInText(instant: string): string {
  return dayInText(clinicToday(new Date(instant), clinic.timeZone))
}

/** Formats an instant (ISO 8601) on the clinic's clock in a sentence: `Nov 21, 2026, 3:15 PM`. */
export function clinicMomentInText(instant: string): string {
  return shown.formatMoment(new Date(instant), clinic.timeZone, english())
}

/** Formats the days and slots in a sentence of a response. */
export function timesInText(sentence: string): string {
  return shown.showTimesIn(sentence, clinic)
}

/** Formats an instant (ms) on the browser's own clock: `Nov 21, 2026, 3:15 PM`. */
export function localMomentAt(instant: number): string {
  return shown.formatMoment(new Date(instant), browserZone(), clinic)
}

/** Converts the value of a date field to the medium format of requests; empty if it is no day. */
export function typedToMedium(value: string): string {
  return isIsoDate(value) ? formatMediumDate(value) : ''
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

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
