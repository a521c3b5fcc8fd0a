import { expect, test } from 'vitest'
import { readTypedDay } from './typed-day.ts'

// A Monday.
const us = { today: '2026-11-30', isUs: true } as const
const german = { ...us, isUs: false }

test.each([
  ['tomorrow', '2026-12-01', ''],
  ['block Weber tomorrow', '2026-12-01', 'block weber'],
  ['Friday', '2026-12-04', ''],
  ['next mon', '2026-12-07', ''],
  ['Thurs', '2026-12-03', ''],
  ['wednesday', '2026-12-02', ''],
  ['dec 10', '2026-12-10', ''],
  ['10 December', '2026-12-10', ''],
  ['nov 20', '2026-11-20', ''],
  ['Jan 5', '2027-01-05', ''],
  ['Jan 5 2026', '2026-01-05', ''],
  ['12/10', '2026-12-10', ''],
  ['12/10/2027', '2027-12-10', ''],
  ['10.12.', '2026-12-10', ''],
  ['2027-02-01', '2027-02-01', ''],
  ['in 2 weeks', '2026-12-14', ''],
])('%s is %s', (text, day, rest) => {
  expect(readTypedDay(text, us)).toEqual({ day, rest })
})

test('outside of the United States the day comes first', () => {
  expect(readTypedDay('10/12', german).day).toBe('2026-12-10')
})

test.each(['Monica', 'Frieda Sunny', '555 0100', 'Dec', 'feb 30', '31.31.', '+1 646 555 0100', 'Marta'])(
  '%s names no day',
  (text) => {
    expect(readTypedDay(text, us).day).toBeUndefined()
  },
)
