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
  expect(noFreeTimesReason(undefined, minutes, hours)).toBe(text)
  expect(noFreeTimesReason({ state: 'full' }, minutes, hours)).toBe(text)
})

test('without opening hours the clinic is never reported as closed', () => {
  expect(noFreeTimesReason(undefined, 23 * 60, [])).toBe(full)
})

test('a closed day has the clinic’s note', () => {
  expect(noFreeTimesReason({ state: 'closed', note: 'Public holiday' }, 23 * 60, hours)).toBe(
    'We’re closed today: Public holiday',
  )
  expect(noFreeTimesReason({ state: 'closed', note: 'Public holiday' }, undefined, hours)).toBe(
    'We’re closed this day: Public holiday',
  )
  expect(noFreeTimesReason({ state: 'closed' }, undefined, hours)).toBe('We’re closed this day.')
})
