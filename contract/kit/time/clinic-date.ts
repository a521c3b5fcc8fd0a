import { z } from 'zod/mini'

/** A calendar day of the clinic as `YYYY-MM-DD`, the format of the server and the database. */
export type IsoDate = `${number}-${number}-${number}`

/** A calendar month as `YYYY-MM`. */
export type IsoMonth = `${number}-${number}`

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const medium = /^([A-Z][a-z]{2}) ([1-9]|[12]\d|3[01]), ([1-9]\d{3})$/

/** Parses a day in the medium format of requests and responses, `Nov 21, 2026`. Returns undefined for other text and
 *  for days that do not exist. */
export function parseMediumDate(text: string): IsoDate | undefined {
  const [, monthName = '', day = '', year = ''] = medium.exec(text) ?? []
  const month = months.indexOf(monthName) + 1
  if (month === 0 || Number(day) > daysIn(Number(year), month)) return undefined
  return `${year}-${twoDigits(month)}-${twoDigits(Number(day))}` as IsoDate
}

function daysIn(year: number, month: number) {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}

/** Formats a day in the medium format of requests and responses, `Nov 21, 2026`. */
export function formatMediumDate(date: IsoDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${months[(month ?? 0) - 1]} ${day}, ${year}`
}

/** Returns the number of a day's weekday: 1 (Monday) to 7 (ISO 8601). */
export function isoWeekday(date: IsoDate): number {
  return new Date(date).getUTCDay() || 7
}

/** Returns the minutes since midnight on the clinic's wall clock at `now`. `timeZone` is an IANA name. */
export function clinicMinutes(now: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return (part.hour ?? 0) * 60 + (part.minute ?? 0)
}

/** Returns the clinic's calendar day at `now`. `timeZone` is an IANA name. */
export function clinicToday(now: Date, timeZone: string): IsoDate {
  const calendar = calendars.get(timeZone) ?? newCalendar(timeZone)
  // Cached per minute: days begin on a whole minute in every zone, and formatting a date is the slowest part of a
  // booking's rules.
  const minute = Math.floor(now.getTime() / 60_000)
  if (calendar.minute !== minute) Object.assign(calendar, { minute, day: readCalendar(calendar.format, now) })
  return calendar.day
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formats an instant on the clinic's clock for files: `2026-11-26 18:30:00`. `timeZone` is an IANA name. */
export function toClinicClock(instant: Date, timeZone: string): string {
  const clock = clocks.get(timeZone) ?? newClock(timeZone)
  clocks.set(timeZone, clock)
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

function newClock(timeZone: string) {
  const two = '2-digit'
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  })
}

/** Returns the name under which Intl knows a time zone: Europe/Kyiv and Europe/Kiev are one. */
export function canonicalZone(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

/** Tells whether `name` is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the day that is `days` after `date`, or before it if negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return toIsoDate(new Date(Date.parse(date) + days * 86_400_000))
}

/** Returns the month of a day. */
export function monthOf(date: IsoDate): IsoMonth {
  return date.slice(0, 7) as IsoMonth
}

/** Returns the days of a month, in order. */
export function daysOfMonth(month: IsoMonth): IsoDate[] {
  const [year, number] = month.split('-').map(Number)
  return Array.from({ length: daysIn(year ?? 0, number ?? 1) }, (_, i) => `${month}-${twoDigits(i + 1)}` as IsoDate)
}

/** Returns the month that is `months` after `month`. */
export function addMonths(month: IsoMonth, months: number): IsoMonth {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(toIsoDate(new Date(Date.UTC(year, number - 1 + months))))
}

/** Returns the day that is `months` after `date`; the last one of its month if that has no such day. */
export function addMonthsTo(date: IsoDate, months: number): IsoDate {
  const days = daysOfMonth(addMonths(monthOf(date), months))
  return days[Number(date.slice(8)) - 1] ?? days.at(-1) ?? date
}

/** Tells whether a text is a day that exists, such as `2026-11-21`. */
export function isIsoDate(text: string): text is IsoDate {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  // A day that a month does not have becomes one of the next month.
  return isDay && toIsoDate(new Date(text)) === text
}

/** Reads a day such as `2026-11-21`, from the year 1000 on. Undefined for other text. */
export function readIsoDate(text: string): IsoDate | undefined {
  return isIsoDate(text) && !text.startsWith('0') ? text : undefined
}

/** A month in requests: `2026-11`. */
export const isoMonth = z.pipe(
  z
    .string({ error: 'A month is needed, such as 2026-11' })
    .check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'A month looks like 2026-11')),
  z.transform((text: string) => text as IsoMonth),
)

/** A day in requests that an address can have: `2026-11-21`. */
export const isoDay = z.pipe(
  z.string({ error: 'A day is needed, such as 2026-11-21' }),
  z.transform((text: string, { issues }): IsoDate => {
    const day = readIsoDate(text)
    if (!day) issues.push({ code: 'custom', message: 'A day looks like 2026-11-21', input: text })
    return day ?? z.NEVER
  }),
)

/** A day in the medium format, parsed to an `IsoDate`. */
export const mediumDate = z.pipe(
  z.string({ error: 'A date is needed, such as Nov 21, 2026' }),
  z.transform((text: string, { issues }): IsoDate => {
    const date = parseMediumDate(text)
    if (!date) issues.push({ code: 'custom', message: 'A date looks like Nov 21, 2026', input: text })
    return date ?? z.NEVER
  }),
)

function toIsoDate(utc: Date): IsoDate {
  return utc.toISOString().slice(0, 10) as IsoDate
}

type Calendar = { format: Intl.DateTimeFormat; minute: number; day: IsoDate }
const calendars = new Map<string, Calendar>()

function newCalendar(timeZone: string): Calendar {
  const days = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...days })
  const calendar: Calendar = { format, minute: Number.NaN, day: '1970-01-01' }
  calendars.set(timeZone, calendar)
  return calendar
}

function readCalendar(format: Intl.DateTimeFormat, now: Date): IsoDate {
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  return toIsoDate(new Date(Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day)))
}
