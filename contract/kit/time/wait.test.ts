import { expect, it } from 'vitest'
import { waitInWords } from './wait.ts'

it.each([
  [-5, 'a second'],
  [0, 'a second'],
  [1, 'a second'],
  [1.2, '2 seconds'],
  [40, '40 seconds'],
  [59, '59 seconds'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [180, '3 minutes'],
  [181, '4 minutes'],
  [3_540, '59 minutes'],
  [3_541, 'an hour'],
  [3_600, 'an hour'],
  [3_601, '2 hours'],
  [82_800, '23 hours'],
  [86_400, 'a day'],
  [86_401, '2 days'],
])('formats %d seconds as “%s”, rounded up', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})
