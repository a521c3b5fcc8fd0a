import { expect, test } from 'vitest'
import type { DeskDay } from '#contract/desk/day.ts'
import { shareOf, sumOf } from './fullness.ts'
import { toWeekGrid } from './week-grid.ts'

const ida = { _id: 'ida', name: 'Ida', absent: false }
const day = (date: string, hours: DeskDay['hours'], more: Partial<DeskDay> = {}): DeskDay => ({
  ...{ date, hours: [{ from: 420, until: 1_200 }], note: '', gridMinutes: 30, doctors: [{ ...ida, hours }] },
  ...{ blocks: [], appointments: [], ...more },
})

test('a day in which the dentist does not work has a column without hours, although the clinic is open', () => {
  const away = day('May 5, 2026', [], { doctors: [{ ...ida, hours: [], absent: true }] })
  const { columns } = toWeekGrid([day('May 4, 2026', [{ from: 480, until: 720 }]), away], 'ida', 15)
  expect(columns.map(({ key, name, hours, isAbsent }) => [key, name, hours.length, isAbsent])).toEqual([
    ['2026-05-04', 'Mon, May 4', 1, false],
    ['2026-05-05', 'Tue, May 5', 0, true],
  ])
})

test('a week without work has the usual hours', () => {
  const { from, until } = toWeekGrid([day('May 4, 2026', [])], 'ida', 15)
  expect([from, until]).toEqual([480, 1_020])
})

test('a day is as full as its working time is booked, also beyond it', () => {
  expect(shareOf({ booked: 100, available: 160 })).toBe(63)
  expect(shareOf({ booked: 480, available: 240 })).toBe(200)
  expect(shareOf({ booked: 30, available: 0 })).toBeUndefined()
})

test('the numbers of days are added up', () => {
  const one = { date: 'May 4, 2026', appointments: 2, booked: 60, available: 240, absent: false }
  expect(sumOf([one, { ...one, appointments: 1, booked: 30 }])).toEqual({
    appointments: 3,
    booked: 90,
    available: 480,
  })
})
