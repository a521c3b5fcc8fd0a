import { addMonthsTo, type IsoDate } from './clinic-date.ts'

/** Tells whether a day is clear without its year: it is less than eleven months from today. */
export function isYearClear(day: IsoDate, today: IsoDate): boolean {
  return day > addMonthsTo(today, -11) && day < addMonthsTo(today, 11)
}
