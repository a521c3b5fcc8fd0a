import type { Locale } from '../locale.ts'
import { formatTime, isUs } from './shown-date.ts'
import { slotEndMinutes, slotStartMinutes } from './slot.ts'

/** Formats a slot of requests and responses as people say it: `8:00 to 8:30 AM`, `11:30 AM to 12:00 PM`; in German
 *  `08:00 – 08:30`. */
export function showPeriod(slot: string, locale: Locale): string {
  const [from, until] = [slotStartMinutes(slot), slotEndMinutes(slot)].map((minutes) => formatTime(minutes, locale))
  const half = isUs(locale) ? / [AP]M$/.exec(until ?? '')?.[0] : undefined
  const to = /^en\b/i.test(locale.language) ? 'to' : '–'
  return `${half && from?.endsWith(half) ? from.slice(0, -half.length) : from} ${to} ${until}`
}
