import { type IsoDate, isIsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { DateOrder } from '#contract/patient/date-order.ts'

// 0:00, 00:00:00.000, T00:00:00Z, 12:00:00 AM: a program has stored a day as an instant.
const midnight = /(?: +|T)(?:0?0:00(?::00(?:[.,]0+)?)?|12:00(?::00)? *a\.?m\.?)(?:Z|[+-]\d{2}:?\d{2})?$/i

/** Reads a day: 2014-05-03, 3.5.2014, 05/03/2014 by `order`, or May 3, 2014. Undefined for other text and days that do
 *  not exist. Midnight after it is left out; after another time the day can be that of another time zone. */
export function readDate(text: string, order: DateOrder): IsoDate | undefined {
  const day = text.trim().replace(midnight, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(day)
  if (dotted) return existing(dotted[3], dotted[2], dotted[1])
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(day)
  if (!slashed) return parseMediumDate(day)
  const [, first, second, year] = slashed
  return order === 'day-first' ? existing(year, second, first) : existing(year, first, second)
}

/** Reads a time of day: 14:30, 14.30, 2:30 PM, 9 am, also `08.00 AM - 08.30 AM`, of which it takes the start. Returns
 *  minutes after midnight. */
export function readTime(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(am|pm|uhr)?(?:\s*[-–].*)?$/i.exec(text.trim())
  if (!match) return undefined
  const [, hours, minutes = '0', half = ''] = match
  const isTwelve = /^[ap]m$/i.test(half)
  const hour = isTwelve ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  if (Number(hours) > (isTwelve ? 12 : 23) || Number(minutes) > 59) return undefined
  return hour * 60 + Number(minutes)
}

function existing(year = '', month = '', day = ''): IsoDate | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(iso) ? iso : undefined
}
