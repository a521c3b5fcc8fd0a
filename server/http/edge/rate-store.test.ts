import { afterEach, expect, it, vi } from 'vitest'
import { RateStore } from './rate-store.ts'

const windowMs = 60_000
afterEach(() => {
  vi.useRealTimers()
})

function count(store: RateStore, client: string) {
  let counted: { current: number; ttl: number } | undefined
  store.incr(
    client,
    (_error, result) => {
      counted = result
    },
    windowMs,
  )
  return counted
}

it('counts the requests of each client until its window ends', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const store = new RateStore()
  expect(count(store, 'one')).toEqual({ current: 1, ttl: windowMs })
  vi.advanceTimersByTime(20_000)
  expect(count(store, 'one')).toEqual({ current: 2, ttl: 40_000 })
  expect(count(store, 'other')).toEqual({ current: 1, ttl: windowMs })
  expect(count(store.child(), 'one')).toEqual({ current: 1, ttl: windowMs })
  vi.advanceTimersByTime(40_000)
  expect(count(store, 'one')).toEqual({ current: 1, ttl: windowMs })
})

it('ends a window in time after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const store = new RateStore()
  count(store, 'one')
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(windowMs)
  expect(count(store, 'one')).toEqual({ current: 1, ttl: windowMs })
})
