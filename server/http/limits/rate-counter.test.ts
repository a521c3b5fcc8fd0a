import { afterEach, expect, it, vi } from 'vitest'
import { openRateCounter } from './rate-counter.ts'

const windowMs = 60_000
afterEach(() => {
  vi.useRealTimers()
})

it('counts the requests of each client until its window ends', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const count = openRateCounter()
  expect(count('one')).toEqual({ count: 1, waitMs: windowMs })
  vi.advanceTimersByTime(20_000)
  expect(count('one')).toEqual({ count: 2, waitMs: 40_000 })
  expect(count('other')).toEqual({ count: 1, waitMs: windowMs })
  vi.advanceTimersByTime(40_000)
  expect(count('one')).toEqual({ count: 1, waitMs: windowMs })
})

it('ends a window in time after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const count = openRateCounter()
  count('one')
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(windowMs)
  expect(count('one')).toEqual({ count: 1, waitMs: windowMs })
})
