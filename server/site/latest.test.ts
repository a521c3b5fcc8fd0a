import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openLatest } from './latest.ts'

const never = new Promise<string>(() => {})
const ignore = () => {}

afterEach(() => vi.restoreAllMocks())

/** Lets `ms` pass for `performance.now()`. */
function pass(ms: number) {
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}

test('a value that is there is returned at once', () => {
  let value = 'one'
  const latest = openLatest(() => value, { fallback: 'none', timeoutMs: 5_000, onError: ignore })
  expect(latest()).toBe('one')
  value = 'two'
  expect(latest()).toBe('two')
})

test('a value that takes a moment is awaited, by all callers together', async () => {
  let reads = 0
  const read = async () => {
    reads += 1
    await sleep(2)
    return 'one'
  }
  const latest = openLatest(read, { fallback: 'none', timeoutMs: 5_000, onError: ignore })
  expect(await Promise.all([latest(), latest(), latest()])).toEqual(['one', 'one', 'one'])
  expect(reads).toBe(1)
})

test('a slow value is replaced by the last one, and takes its place when it comes', async () => {
  let value: string | Promise<string> = 'one'
  let reads = 0
  const read = () => {
    reads += 1
    return value
  }
  const latest = openLatest(read, { fallback: 'none', timeoutMs: 1, onError: ignore })
  expect(latest()).toBe('one')
  let arrive: (value: string) => void = ignore
  value = new Promise<string>((resolve) => {
    arrive = resolve
  })
  expect(await latest()).toBe('one')
  expect(await latest()).toBe('one')
  expect(reads).toBe(2)
  value = never
  arrive('two')
  await sleep(0)
  expect(await latest()).toBe('two')
})

test('a slow value is replaced by the fallback if there is no last one, or it is too old', async () => {
  let value: string | Promise<string> = never
  const options = { fallback: 'none', timeoutMs: 1, maxAgeMs: 5_000, onError: ignore }
  expect(await openLatest(() => value, options)()).toBe('none')
  value = 'one'
  const latest = openLatest(() => value, options)
  latest()
  value = never
  pass(4_000)
  expect(await latest()).toBe('one')
  pass(2_000)
  expect(await latest()).toBe('none')
})

test('after a failure the last value is returned for a while without reading, and one error is reported', async () => {
  const errors: unknown[] = []
  let reads = 0
  let read = async () => 'one'
  const counted = () => {
    reads += 1
    return read()
  }
  const latest = openLatest(counted, { fallback: 'none', timeoutMs: 5_000, onError: (error) => errors.push(error) })
  expect(await latest()).toBe('one')
  const failure = new Error('no database')
  read = () => Promise.reject(failure)
  for (let i = 0; i < 5; i += 1) expect(await latest()).toBe('one')
  expect([reads, errors]).toEqual([2, [failure]])
  pass(550)
  expect(await latest()).toBe('one')
  expect([reads, errors]).toEqual([3, [failure]])
  read = async () => 'two'
  pass(550)
  expect(await latest()).toBe('two')
})
