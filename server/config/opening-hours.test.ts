import { expect, test } from 'vitest'
import { openingHoursInWords, readOpeningHours } from './opening-hours.ts'

test.each([
  ['Mo-Su 08:00-17:00', 'Every day, 8.00 AM to 5.00 PM'],
  ['Mo-Fr 08:30-12:00; Sa 12:15-23:59', 'Monday to Friday, 8.30 AM to 12.00 PM\nSaturday, 12.15 PM to 11.59 PM'],
  [
    ' Mo,We-Fr 00:00-09:05 ;Sa-Su 09:00-10:00 ',
    'Monday, Wednesday to Friday, 12.00 AM to 9.05 AM\nSaturday and Sunday, 9.00 AM to 10.00 AM',
  ],
])('“%s” reads “%s” in words', (text, words) => {
  const hours = readOpeningHours(text)
  expect(hours?.join('; ')).toBe(text.trim().replace(' ;', '; '))
  expect(openingHoursInWords(hours ?? [])).toBe(words)
})

test.each([
  '',
  'always',
  'Mo-Fr',
  'mo-fr 08:00-17:00',
  'Fr-Mo 08:00-17:00',
  'Mo-We-Fr 08:00-17:00',
  'Mo-Fr 8:00-17:00',
  'Mo-Fr 08:00-24:00',
  'Mo-Fr 17:00-08:00',
  'Mo-Fr 08:00-08:00',
  'Mo-Fr 08:00-17:00;',
  'Mo-Fr 08:00-17:00 Sa 09:00-13:00',
])('“%s” is refused', (text) => {
  expect(readOpeningHours(text)).toBeUndefined()
})
