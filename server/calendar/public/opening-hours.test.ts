import { expect, test } from 'vitest'
import { readOpeningHours } from '#server/config/opening-hours.ts'
import { us } from '#testbed/us.ts'
import { toWeek } from '../rules/rules.ts'
import { openingHoursInWords, schemaOrgHours } from './opening-hours.ts'

const weekOf = (text: string) => toWeek(readOpeningHours(text) ?? [])

test.each([
  ['Mo-Su 08:00-17:00', 'Every day, 8:00 AM to 5:00 PM'],
  ['Mo-Su 08:00-12:00; Mo-Su 13:00-17:00', 'Every day, 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM'],
  ['Mo-Fr 08:30-12:00; Sa 12:15-24:00', 'Monday to Friday, 8:30 AM to 12:00 PM\nSaturday, 12:15 PM to 12:00 AM'],
  [
    'Mo,We-Fr 00:00-09:05; Sa-Su 09:00-10:00',
    'Monday, Wednesday to Friday, 12:00 AM to 9:05 AM\nSaturday and Sunday, 9:00 AM to 10:00 AM',
  ],
])('“%s” reads “%s” in words, and back', (text, words) => {
  expect(openingHoursInWords(weekOf(text), us)).toBe(words.replace(/ (?=[AP]M)/g, '\u00a0'))
  expect(schemaOrgHours(weekOf(text)).join('; ')).toBe(text.replace('24:00', '23:59'))
})

test('a clinic without hours is closed', () => {
  expect(openingHoursInWords(new Map(), us)).toBe('Closed')
  expect(schemaOrgHours(new Map())).toEqual([])
})

test('begins a week on the first working day of the country, in its language and on its clock', () => {
  const german = { language: 'de-DE', country: 'DE' }
  expect(openingHoursInWords(weekOf('Mo-Fr 08:00-17:00'), german)).toBe('Monday to Friday, 08:00 to 17:00')
  const israel = { language: 'en', country: 'IL' }
  expect(openingHoursInWords(weekOf('Mo-Th 08:00-17:00; Su 08:00-17:00'), israel)).toBe(
    'Sunday to Thursday, 08:00 to 17:00',
  )
})
