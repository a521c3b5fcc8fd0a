import type { Locale } from '../locale.ts'
import type { IsoDate } from './clinic-date.ts'
import { formatDay } from './shown-date.ts'

/** Formats a birth date (YYYY-MM-DD), in one form wherever people read it: `May 3, 1984`, `03.05.1984`. */
export function formatBirthDate(date: string, locale: Locale): string {
  return formatDay(date as IsoDate, locale)
}
