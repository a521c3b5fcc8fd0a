import { expect, it } from 'vitest'
import { readDate } from './dates.ts'

it.each([
  ['12/29/1984 12:00:00 AM', 'month-first', '1984-12-29'],
  ['1/5/1984 0:00', 'month-first', '1984-01-05'],
  ['1/5/1984 0:00', 'day-first', '1984-05-01'],
  ['5/1/1984 12:00 a.m.', 'day-first', '1984-01-05'],
  ['29.12.1984 00:00:00', 'month-first', '1984-12-29'],
  ['1984-12-29T00:00:00.000Z', 'month-first', '1984-12-29'],
  ['1984-12-29T00:00:00+01:00', 'month-first', '1984-12-29'],
  ['1984-12-29 00:00:00.0000000', 'month-first', '1984-12-29'],
  ['Dec 29, 1984 12:00 AM', 'month-first', '1984-12-29'],
] as const)('reads %s, %s, as %s', (text, order, date) => {
  expect(readDate(text, order)).toBe(date)
})

it.each([
  '12/29/1984 12:00:00 PM',
  '1984-12-28T23:00:00.000Z',
  '1/5/1984 0:30',
  '29/12/1984 12:00:00 AM',
  '13/13/1984 0:00',
])('does not read %s, whose day would be a guess', (text) => {
  expect(readDate(text, 'month-first')).toBeUndefined()
})
