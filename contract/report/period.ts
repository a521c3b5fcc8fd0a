import { z } from 'zod/mini'
import { addDays, addMonths, daysOfMonth, type IsoDate, isoDay, monthOf } from '../kit/time/clinic-date.ts'

/** The days of a report, the last included. */
export type ReportPeriod = { from: IsoDate; to: IsoDate }

/** The most days of a report: eleven years. */
const mostDays = 4_018

/** Query of a report or an export. */
export const periodQuery = z.object({ from: isoDay, to: isoDay }).check(
  z.refine(({ from, to }) => from <= to, { error: 'The first day is after the last', path: ['to'] }),
  z.refine((period) => daysIn(period) <= mostDays, { error: 'At most eleven years', path: ['to'] }),
)

/** Returns the number of days of a period. */
export function daysIn({ from, to }: ReportPeriod): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** Returns the period before: the same number of months if it is whole months, else the same number of days. */
export function periodBefore(period: ReportPeriod): ReportPeriod {
  const { from } = period
  const to = addDays(from, -1)
  const months = wholeMonths(period)
  return months > 0
    ? { from: firstOf(addMonths(monthOf(from), -months)), to }
    : { from: addDays(from, -daysIn(period)), to }
}

/** Returns how many whole months a period is; 0 if it is not. */
export function wholeMonths({ from, to }: ReportPeriod): number {
  const [first, last] = [monthOf(from), monthOf(to)]
  if (from !== firstOf(first) || to !== lastOf(last)) return 0
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return count(last) - count(first) + 1
}

const firstOf = (month: ReturnType<typeof monthOf>): IsoDate => `${month}-01`
const lastOf = (month: ReturnType<typeof monthOf>): IsoDate => daysOfMonth(month).at(-1) ?? firstOf(month)

/** The periods that a page offers by name. */
export const namedPeriods = [
  'today',
  'this-month',
  'last-month',
  'this-quarter',
  'this-year',
  'last-12-months',
] as const
export type NamedPeriod = (typeof namedPeriods)[number]

/** Returns the days of a period that has a name. */
export function periodNamed(name: NamedPeriod, today: IsoDate): ReportPeriod {
  const month = monthOf(today)
  const months = (first: number, count: number): ReportPeriod => ({
    from: firstOf(addMonths(month, first)),
    to: lastOf(addMonths(month, first + count - 1)),
  })
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'this-month':
      return months(0, 1)
    case 'last-month':
      return months(-1, 1)
    case 'this-quarter':
      return months(-((Number(today.slice(5, 7)) - 1) % 3), 3)
    case 'this-year':
      return months(1 - Number(today.slice(5, 7)), 12)
    case 'last-12-months':
      return months(-11, 12)
  }
}
