import { formatBirthDate } from '#contract/kit/time/birth-date.ts'
import { clinic } from '#web/clinic.ts'

/** Formats a birth date (YYYY-MM-DD), also in a sentence: `May 3, 1984`. */
export function showBirthDate(date: string): string {
  return formatBirthDate(date, clinic)
}

/** Returns the age at a day, both as YYYY-MM-DD, in words. */
export function ageOf(birthDate: string, today: string): string {
  const years =
    Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)
  return years === 1 ? '1 year old' : `${years} years old`
}
