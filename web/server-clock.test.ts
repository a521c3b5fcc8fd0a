import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnServerTime, onServerTime, serverNow, toBrowserClock } from './server-clock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const answeredAt = (server: number) => learnServerTime(new Headers({ date: new Date(server).toUTCString() }))

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  answeredAt(Date.now())
  vi.useRealTimers()
})

test.each([
  ['10 hours slow', -10],
  ['2 days fast', 48],
])('a browser that is %s knows the server’s time after one response, and goes on from there', (_, hours) => {
  vi.setSystemTime(now + hours * 3_600_000)
  const listener = vi.fn()
  const forget = onServerTime(listener)
  answeredAt(now)
  forget()
  expect(listener).toHaveBeenCalledOnce()
  expect(serverNow().getTime()).toBe(now)
  vi.advanceTimersByTime(60_000)
  expect(serverNow().getTime()).toBe(now + 60_000)
  const end = new Date(now + 3_600_000)
  expect(toBrowserClock(end).getTime() - Date.now()).toBe(end.getTime() - serverNow().getTime())
})

test('the time that a response takes is no difference', () => {
  const listener = vi.fn()
  const forget = onServerTime(listener)
  answeredAt(now - 20_000)
  learnServerTime(new Headers())
  forget()
  expect(listener).not.toHaveBeenCalled()
  expect(serverNow().getTime()).toBe(now)
})
