import { expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'

test.each([
  ['Mo 08:30-12:00', [{ weekday: 1, from: 510, until: 720 }]],
  [
    ' Mo,Sa-Su 00:00-09:05 ;Mo 12:00-24:00 ',
    [
      { weekday: 1, from: 0, until: 545 },
      { weekday: 6, from: 0, until: 545 },
      { weekday: 7, from: 0, until: 545 },
      { weekday: 1, from: 720, until: 1440 },
    ],
  ],
])('“%s” is read', (text, hours) => {
  expect(readOpeningHours(text)).toEqual(hours)
})

test('a whole week has seven weekdays', () => {
  expect(readOpeningHours('Mo-Su 08:00-17:00')?.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each([
  '',
  'always',
  'Mo-Fr',
  'mo-fr 08:00-17:00',
  'Fr-Mo 08:00-17:00',
  'Mo-We-Fr 08:00-17:00',
  'Mo-Fr 8:00-17:00',
  'Mo-Fr 08:00-24:30',
  'Mo-Fr 17:00-08:00',
  'Mo-Fr 08:00-08:00',
  'Mo-Fr 08:00-17:00;',
  'Mo-Fr 08:00-17:00 Sa 09:00-13:00',
  'Mo,Mo 08:00-17:00',
  'Mo-Fr 08:00-12:00; We 11:00-14:00',
])('“%s” is refused', (text) => {
  expect(readOpeningHours(text)).toBeUndefined()
})
