import { formatBirthDate } from '#contract/kit/time/birth-date.ts'
import { clinic } from '#web/clinic.ts'

/** Formats a birth date (YYYY-MM-DD), also in a sentence: `May 3, 1984`. */
export function showBirthDate(date: string): string {
  return formatBirthDate(date, clinic)
}
