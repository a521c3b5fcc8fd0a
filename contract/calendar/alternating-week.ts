import { addDays, type IsoDate, isoWeekday } from '../kit/time/clinic-date.ts'

/** The weeks that take turns. */
export type WeekLetter = 'A' | 'B'

// A Monday, on which a week A begins. The numbers of ISO weeks would not do: some years have 53 of them.
const firstMonday = Date.parse('2024-01-01')
const weekMs = 7 * 86_400_000

/** Returns whether a day is in a week A or B. Both begin on Mondays and take turns for ever. */
export function weekLetter(date: IsoDate): WeekLetter {
  return Math.floor((Date.parse(date) - firstMonday) / weekMs) % 2 === 0 ? 'A' : 'B'
}

/** Returns the first and the last day of the week of a day, Monday to Sunday. */
export function weekAround(date: IsoDate): { firstDay: IsoDate; lastDay: IsoDate } {
  const firstDay = addDays(date, 1 - isoWeekday(date))
  return { firstDay, lastDay: addDays(firstDay, 6) }
}
