import { expect, test } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { fromPickerDate, toPickerDate } from '#web/dates.ts'
import { twoWeeksFrom, twoWeeksOf, weekStart } from './two-weeks.ts'

// The clinic of the tests is in the United States, where weeks begin on Sunday.
test.each<[IsoDate, IsoDate]>([
  ['2026-11-29', '2026-11-29'],
  ['2026-11-30', '2026-11-29'],
  ['2026-12-05', '2026-11-29'],
])('the week of %s begins on %s', (day, first) => {
  expect(weekStart(day)).toBe(first)
})

test('two weeks follow each other from the anchor on, both ways and through a change of clocks', () => {
  const anchor: IsoDate = '2026-10-25'
  for (let day = addDays(anchor, -400); day < addDays(anchor, 400); day = addDays(day, 1)) {
    const [first, last] = twoWeeksOf(day, anchor)
    expect([weekStart(first), addDays(first, 13)]).toEqual([first, last])
    expect(first <= day && day <= last).toBe(true)
  }
  expect(twoWeeksOf('2026-10-24', anchor)).toEqual(['2026-10-11', '2026-10-24'])
  expect(twoWeeksOf('2026-11-08', anchor)).toEqual(['2026-11-08', '2026-11-21'])
})

test('the months of the day picker are two weeks long', () => {
  const { dateLib, formatCaption } = twoWeeksFrom('2026-11-29')
  const day = toPickerDate('2026-12-08')
  expect(fromPickerDate(dateLib.startOfMonth(day))).toBe('2026-11-29')
  expect(fromPickerDate(dateLib.endOfMonth(day))).toBe('2026-12-12')
  expect(fromPickerDate(dateLib.addMonths(day, -1))).toBe('2026-11-24')
  expect(dateLib.isSameMonth(day, toPickerDate('2026-11-29'))).toBe(true)
  expect(dateLib.isSameMonth(day, toPickerDate('2026-12-13'))).toBe(false)
  expect(dateLib.differenceInCalendarMonths(toPickerDate('2027-01-20'), day)).toBe(3)
  expect(dateLib.differenceInCalendarMonths(toPickerDate('2026-11-28'), day)).toBe(-1)
  expect(formatCaption(day)).toBe('Nov 29 – Dec 12')
})
