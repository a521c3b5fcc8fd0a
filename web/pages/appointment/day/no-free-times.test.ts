import { expect, test } from 'vitest'
import { noFreeTimesReason } from './no-free-times.ts'

const hours = ['Mo-Fr 08:00-17:00', 'Sa 09:00-13:00']
const closed = 'We’ve closed for today.'
const full = 'We’re fully booked this day.'

test.each([
  ['today, after the last slot has begun', 16 * 60 + 31, closed],
  ['today, before the last slot begins', 16 * 60 + 30, full],
  ['another day', undefined, full],
])('%s', (_, minutes, text) => {
  expect(noFreeTimesReason(minutes, hours)).toBe(text)
})

test('without opening hours the clinic is never reported as closed', () => {
  expect(noFreeTimesReason(23 * 60, [])).toBe(full)
})
