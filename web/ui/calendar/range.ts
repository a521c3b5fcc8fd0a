import { dateInText } from '#web/dates.ts'

/** Returns `on Dec 1, 2026`, or `from Dec 1, 2026 to Dec 4, 2026`. Days in the medium format. */
export function rangeInWords(firstDay: string, lastDay: string): string {
  const [first, last] = [dateInText(firstDay), dateInText(lastDay)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
