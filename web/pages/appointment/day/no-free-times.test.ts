import { expect, test } from 'vitest'
import { whyNothingIsFree } from './no-free-times.ts'

const hours = ['Mo-Fr 08:00-17:00', 'Sa 09:00-13:00']
const closed = 'We’ve closed for today.'
const full = 'We’re fully booked this day.'

test.each([
  ['today, after the last time has begun', 16 * 60 + 31, closed],
  ['today, while others could still be seen', 16 * 60 + 30, full],
  ['another day', undefined, full],
])('%s', (_, minutes, text) => {
  expect(whyNothingIsFree(minutes, hours)).toBe(text)
})

test('without opening hours no day is called over', () => {
  expect(whyNothingIsFree(23 * 60, [])).toBe(full)
})
