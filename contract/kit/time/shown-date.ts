import { inSentences, type Locale, localeTag } from '../locale.ts'
import { addDays, formatMediumDate, type IsoDate, parseMediumDate } from './clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from './slot.ts'

// Days and times as people read them, in the clinic's language and as its country writes them. Those of requests and
// responses are in clinic-date.ts and slot.ts, the same everywhere.

// Names of our own for the United States: loading Intl's takes a slow phone 60 ms.
const monthNames = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** Tells whether days and times are written as in the United States. */
export const isUs = (locale: Locale) => localeTag(locale) === 'en-US'

const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Formats a day: `Nov 21, 2026`, `21.11.2026`. */
export function formatDay(date: IsoDate, locale: Locale): string {
  return isUs(locale) ? formatMediumDate(date) : format(locale, 'UTC', { dateStyle: 'medium' }).format(new Date(date))
}

/** Returns the weekday of a day: `Saturday`. */
export function weekdayOf(date: IsoDate, locale: Locale): string {
  if (!isUs(locale)) return format(locale, 'UTC', { weekday: 'long' }).format(new Date(date))
  return weekdays[new Date(date).getUTCDay()] ?? ''
}

/** Returns the names of the weekdays, Monday first. */
export function weekdayNames(locale: Locale): string[] {
  // 5 January 2026 is a Monday.
  return Array.from({ length: 7 }, (_, day) => weekdayOf(addDays('2026-01-05', day), locale))
}

const styles = {
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'short' },
  full: { dateStyle: 'full' },
} as const

/** Formats a day with its weekday: `Thu, Nov 26`, `Thursday, Nov 26`, or `Thursday, November 26, 2026`; in German
 *  `Do., 26. Nov.`. */
export function formatDayOfWeek(date: IsoDate, locale: Locale, style: keyof typeof styles = 'long'): string {
  if (!isUs(locale)) return format(locale, 'UTC', styles[style]).format(new Date(date))
  const [year, month = 1, day] = date.split('-').map(Number)
  const name = weekdayOf(date, locale)
  const monthName = monthNames[month - 1] ?? ''
  if (style === 'full') return `${name}, ${monthName} ${day}, ${year}`
  return `${style === 'long' ? name : name.slice(0, 3)}, ${monthName.slice(0, 3)} ${day}`
}

/** Formats a day near the present one: `Nov 26`, `26. Nov.`. */
export function formatDayOfYear(date: IsoDate, locale: Locale): string {
  if (!isUs(locale)) return format(locale, 'UTC', { day: 'numeric', month: 'short' }).format(new Date(date))
  return formatDay(date, locale).replace(/, \d+$/, '')
}

/** Formats the month of a day: `November 2026`. */
export function formatMonth(date: IsoDate, locale: Locale): string {
  return format(locale, 'UTC', { month: 'long', year: 'numeric' }).format(new Date(date))
}

/** Formats the days from `first` to `last` without the year: `Nov 29 – Dec 12`, `Dec 6 – 19`. */
export function formatDaySpan(first: IsoDate, last: IsoDate, locale: Locale): string {
  if (!isUs(locale)) {
    const days = format(locale, 'UTC', { month: 'short', day: 'numeric' })
    return plain(days.formatRange(new Date(first), new Date(last)))
  }
  const [from, until] = [first, last].map((day) => formatMediumDate(day).split(',')[0] ?? '')
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${from} – ${isOneMonth ? until?.split(' ')[1] : until}`
}

/** Formats minutes after midnight: `8:00 AM`, `08:00`. */
export function formatTime(minutes: number, locale: Locale): string {
  const hour = Math.floor(minutes / 60) % 24
  if (isUs(locale)) return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
  const time = new Date(Date.UTC(2026, 0, 1, hour, minutes % 60))
  // A clock of 24 hours is read with both digits.
  return plain(format(locale, 'UTC', clock).format(time)).replace(/^\d(?=:\d\d$)/, '0$&')
}

/** Formats a slot of requests and responses: in the United States as it is, elsewhere `08:00 – 08:30`. */
export function showSlot(slot: string, locale: Locale): string {
  if (isUs(locale)) return slot
  return `${formatTime(slotStartMinutes(slot), locale)} – ${formatTime(slotEndMinutes(slot), locale)}`
}

/** Formats a day of requests and responses. Another text stays as it is. */
export function showDate(text: string, locale: Locale): string {
  const date = isUs(locale) ? undefined : parseMediumDate(text)
  return date ? formatDay(date, locale) : text
}

const wireTimes = /\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b|\b\d\d\.\d\d [AP]M - \d\d\.\d\d [AP]M\b/g

/** Formats the days and slots of requests and responses within a sentence. Records, such as the audit trail, keep these
 *  in their one format, whatever the clinic's is at the time. */
export function showTimesIn(sentence: string, locale: Locale): string {
  const shown = inSentences(locale)
  return sentence.replace(wireTimes, (text) => (text.includes(' - ') ? showSlot(text, shown) : showDate(text, shown)))
}

/** Formats an instant in the clinic's time zone: `Nov 21, 2026, 3:15 PM`. */
export function formatMoment(moment: Date, timeZone: string, locale: Locale): string {
  return format(locale, timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}

/** Formats the time from one instant to another of the same day, with its zone: `8:00 – 8:30 AM EST`. */
export function formatPeriod(from: Date, until: Date, timeZone: string, locale: Locale): string {
  return plain(format(locale, timeZone, { ...clock, timeZoneName: 'short' }).formatRange(from, until))
}

// Intl separates by narrow and thin spaces, which plain text and old fonts lack.
function plain(text: string) {
  return text.replace(/\p{Zs}/gu, ' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

// The calendar of the pages is the Gregorian one, also where the language has another.
function format(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const tag = localeTag(locale)
  const key = `${tag} ${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone, calendar: 'gregory', ...options })
  formats.set(key, known)
  return known
}
