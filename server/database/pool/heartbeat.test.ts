import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'

let heartbeat: Heartbeat
let answer: () => Promise<{ renewed: boolean; age: number | null }>
beforeEach(() => {
  vi.useFakeTimers()
  answer = async () => ({ renewed: true, age: 0.5 })
  const query = async () => ({ rows: [await answer()] })
  heartbeat = startHeartbeat({ query: query as never }, () => Date.now())
})
afterEach(() => {
  heartbeat.stop()
  vi.useRealTimers()
})

test('while the primary confirms, what is read has no age', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heartbeat.age()).toBeUndefined()
})

test('another instance’s beat counts with its age', async () => {
  answer = async () => ({ renewed: false, age: 0.3 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heartbeat.age()).toBeUndefined()
  answer = async () => ({ renewed: false, age: 40 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(heartbeat.age()).toBe(11)
})

test.each([
  ['fails', async () => Promise.reject(new Error('no connection'))],
  ['waits for a standby', () => new Promise<never>(() => {})],
])('while the primary %s, the age grows', async (_what, silence) => {
  await vi.advanceTimersByTimeAsync(10_000)
  answer = silence
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heartbeat.age()).toBeGreaterThanOrEqual(20)
  expect(heartbeat.age()).toBeLessThanOrEqual(21)
})

test('what was read from a standby is as old as the standby', async () => {
  answer = async () => Promise.reject(new Error('no connection'))
  await vi.advanceTimersByTimeAsync(20_000)
  heartbeat.saw(2)
  expect(heartbeat.age()).toBe(2)
  heartbeat.saw(30)
  expect(heartbeat.age()).toBe(2)
})

test('a beat that waits is not sent again', async () => {
  let sent = 0
  answer = () => {
    sent += 1
    return new Promise<never>(() => {})
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toBe(1)
})
