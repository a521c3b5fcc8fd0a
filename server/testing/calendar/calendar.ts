import { calendarQueries } from '#server/calendar/caches.ts'
import { type Calendar, openCalendar } from '#server/calendar/calendar.ts'
import { addFirstRules } from '#server/calendar/first-rules.ts'
import { readOpeningHours } from '#server/config/opening-hours.ts'
import type { Database } from '#server/database/db.ts'
import { clinicData } from './clinic.ts'

/** The clinic's zone in tests. */
export const timeZone = 'America/New_York'

/** Adds the rules of the default clinic; it can be booked ten years ahead. */
export async function addTestRules({ db }: Pick<Database, 'db'>, overrides: { maxUpcoming?: number } = {}) {
  const hours = readOpeningHours('Mo-Su 08:00-12:00; Mo-Su 13:00-17:00') ?? []
  const numbers = { horizonDays: 3_650, maxUpcoming: 20, onlineBooking: true }
  await addFirstRules(db, { hours, ...numbers, clinic: clinicData, ...overrides })
}

/** Opens a calendar on a database. */
export function openTestCalendar(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  clock: () => Date = () => new Date(),
): Promise<Calendar> {
  return openCalendar({ listen, queries: calendarQueries(db), clock })
}
