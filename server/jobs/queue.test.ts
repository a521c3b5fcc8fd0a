import { expect, it } from 'vitest'
import { secondsUntilNext } from './queue.ts'

it('doubles the delay after each attempt, up to an hour', () => {
  expect([1, 2, 3, 4, 9, 10, 40].map(secondsUntilNext)).toEqual([10, 20, 40, 80, 2_560, 3_600, 3_600])
})
