import type { IsoDate } from '#contract/kit/time/clinic-date.ts'

/** Returns the address of a week on the page of the day: of all dentists, or with the id of one, of that dentist. */
export function weekAddress(date: IsoDate, doctor?: string): string {
  return `?${new URLSearchParams({ date, view: 'week', ...(doctor && { doctor }) })}`
}

/** Returns the address of a day on that page. */
export function dayAddress(date: IsoDate): string {
  return `?${new URLSearchParams({ date })}`
}
