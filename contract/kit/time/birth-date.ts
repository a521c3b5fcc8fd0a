import type { Locale } from '../locale.ts'
import { isIsoDate } from './clinic-date.ts'
import { formatDay } from './shown-date.ts'

/** Formats a birth date (YYYY-MM-DD), in one form wherever people read it: `May 3, 1984`, `03.05.1984`. Other text
 *  stays as it is. */
export function formatBirthDate(date: string, locale: Locale): string {
  return isIsoDate(date) ? formatDay(date, locale) : date
}
