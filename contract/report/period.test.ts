import { expect, it } from 'vitest'
import type { IsoDate } from '../kit/time/clinic-date.ts'
import { daysIn, namedPeriods, periodBefore, periodNamed, periodQuery, wholeMonths } from './period.ts'

const days = (from: IsoDate, to: IsoDate) => ({ from, to })

it.each([
  ['a month, with the month before', days('2026-11-01', '2026-11-30'), days('2026-10-01', '2026-10-31')],
  ['March, with a short February', days('2026-03-01', '2026-03-31'), days('2026-02-01', '2026-02-28')],
  ['a quarter', days('2026-01-01', '2026-03-31'), days('2025-10-01', '2025-12-31')],
  ['a year', days('2024-01-01', '2024-12-31'), days('2023-01-01', '2023-12-31')],
  ['a day', days('2026-03-01', '2026-03-01'), days('2026-02-28', '2026-02-28')],
  ['days that are no month', days('2026-11-02', '2026-11-30'), days('2026-10-04', '2026-11-01')],
])('compares %s', (_, period, before) => {
  expect(periodBefore(period)).toEqual(before)
  if (wholeMonths(period) === 0) expect(daysIn(before)).toBe(daysIn(period))
})

it('names periods around a day', () => {
  const named = Object.fromEntries(namedPeriods.map((name) => [name, periodNamed(name, '2026-02-28')]))
  expect(named).toEqual({
    today: days('2026-02-28', '2026-02-28'),
    'this-month': days('2026-02-01', '2026-02-28'),
    'last-month': days('2026-01-01', '2026-01-31'),
    'this-quarter': days('2026-01-01', '2026-03-31'),
    'this-year': days('2026-01-01', '2026-12-31'),
    'last-12-months': days('2025-03-01', '2026-02-28'),
  })
})

it.each([
  ['2026-02-29', '2026-03-01'],
  ['2026-02-02', '2026-02-01'],
  ['2015-02-02', '2026-02-28'],
  ['today', '2026-02-28'],
])('refuses the days from %s to %s', (from, to) => {
  expect(periodQuery.safeParse({ from, to }).success).toBe(false)
})
