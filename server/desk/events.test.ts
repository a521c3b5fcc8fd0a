import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { maxStreams, openDayEvents } from '#server/desk/events.ts'

const boss = { sessionId: '1', userId: 'boss', network: '192.0.2.1' }
let isPermitted: boolean
let events: ReturnType<typeof openDayEvents>
beforeEach(() => {
  vi.useFakeTimers()
  isPermitted = true
  events = openDayEvents({ isPermitted: async () => isPermitted })
})
afterEach(() => vi.useRealTimers())

function openStream(): Readable {
  const stream = events.open(boss)
  if (!stream) throw new Error('too many streams')
  return stream
}
const textOf = (stream: Readable) => String(stream.read() ?? '')

it('a stream begins at once, and a comment every 15 seconds keeps it open', async () => {
  const stream = openStream()
  expect(textOf(stream)).toBe(': open\n\n')
  await vi.advanceTimersByTimeAsync(14_999)
  expect(textOf(stream)).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(textOf(stream)).toBe(': still here\n\n')
})

it('every stream gets the events', () => {
  const streams = [openStream(), openStream()]
  for (const stream of streams) textOf(stream)
  events.publish('Nov 22, 2026')
  events.publishAll()
  const expected = 'event: day\ndata: Nov 22, 2026\n\nevent: all\ndata: all\n\n'
  expect(streams.map(textOf)).toEqual([expected, expected])
})

it('ends within a minute after the session has ended, or while that can’t be checked', async () => {
  const ended = vi.fn()
  openStream().on('end', ended).resume()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(ended).not.toHaveBeenCalled()
  isPermitted = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toHaveBeenCalledOnce()

  const failing = openDayEvents({ isPermitted: () => Promise.reject(new Error('no database')) })
  failing.open(boss)?.on('end', ended).resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toHaveBeenCalledTimes(2)
})

it('a check ends those streams of an account that may not go on, at once', async () => {
  const ended = vi.fn()
  const own = openStream().on('end', ended).resume()
  const other = events.open({ ...boss, sessionId: '2', userId: 'other' })?.resume()
  events.check(boss.userId)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).not.toHaveBeenCalled()
  isPermitted = false
  events.check(boss.userId)
  await vi.advanceTimersByTimeAsync(0)
  expect([own.readableEnded, other?.readableEnded]).toEqual([true, false])
  events.checkAll()
  await vi.advanceTimersByTimeAsync(0)
  expect([other?.readableEnded, events.count()]).toEqual([true, 0])
})

it('a session has a few streams at most, until one closes', async () => {
  const streams = Array.from({ length: maxStreams.session }, openStream)
  expect(events.open(boss)).toBeUndefined()
  expect(events.open({ ...boss, sessionId: '2' })).toBeDefined()
  streams[0]?.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(events.open(boss)).toBeDefined()
})

it.each([
  ['an account', maxStreams.account, (n: number) => ({ sessionId: `${n}`, network: `192.0.2.${n}` })],
  ['a client network', maxStreams.network, (n: number) => ({ sessionId: `${n}`, userId: `${n}` })],
])('%s has a limited number of streams in all its sessions', (_who, max, others) => {
  for (let n = 0; n < max; n += 1) expect(events.open({ ...boss, ...others(n) })).toBeDefined()
  expect(events.open({ ...boss, ...others(max) })).toBeUndefined()
  expect(events.open({ sessionId: 'x', userId: 'x', network: '198.51.100.1' })).toBeDefined()
})

it('a client who does not read is dropped', () => {
  const stream = openStream()
  for (let n = 0; n < 3_000; n += 1) events.publish('Nov 22, 2026')
  expect(stream.destroyed).toBe(true)
})
