import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openOutage } from './outage.ts'
import { openReadCache } from './read-cache.ts'

/** Opens a cache whose queries wait for `release`. */
function openHeldCache() {
  const queries: (readonly string[])[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const cache = openReadCache<string, string>(
    async (keys) => {
      queries.push(keys)
      await released
      return new Map(keys.map((key) => [key, `${key} of query ${queries.length}`]))
    },
    { outage: openOutage(), isEnabled: () => true },
  )
  return { cache, queries, release }
}

it('keeps the values read last, as many as take 16 MB', async () => {
  const read: string[] = []
  const cache = openReadCache<string, string>(
    async ([key = '']) => {
      read.push(key)
      return new Map([[key, key]])
    },
    { outage: openOutage(), isEnabled: () => true, sizeOf: () => 6 * 1_048_576 },
  )
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key)
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

describe('several keys', () => {
  it('are read with one query, without those that are cached or being read', async () => {
    const { cache, queries, release } = openHeldCache()
    const first = cache.getMany(['a'])
    release()
    await first
    const pending = cache.get('b')
    const values = await cache.getMany(['c', 'b', 'a', 'd'])
    expect(queries).toEqual([['a'], ['b'], ['c', 'd']])
    expect(values).toEqual(['c of query 3', 'b of query 3', 'a of query 1', 'd of query 3'])
    expect(await pending).toBe('b of query 3')
    expect(await cache.getMany(['d', 'a'])).toEqual(['d of query 3', 'a of query 1'])
    expect(queries).toHaveLength(3)
  })

  it('are cached without those that were dropped during the query', async () => {
    const { cache, queries, release } = openHeldCache()
    const stale = cache.getMany(['a', 'b'])
    cache.drop('a')
    release()
    expect(await stale).toEqual(['a of query 1', 'b of query 1'])
    expect(await cache.getMany(['a', 'b'])).toEqual(['a of query 2', 'b of query 1'])
    expect(queries).toEqual([['a', 'b'], ['a']])
  })

  it('are not cached at all if everything was dropped during the query', async () => {
    const { cache, queries, release } = openHeldCache()
    const stale = cache.getMany(['a', 'b'])
    cache.clear()
    release()
    await stale
    await cache.getMany(['a', 'b'])
    expect(queries).toHaveLength(2)
  })
})

it('a failed query of several keys is not cached', async () => {
  let fails = true
  const cache = openReadCache<string, string>(
    async (keys) => {
      if (fails) throw new Error('no connection')
      return new Map(keys.map((key) => [key, key]))
    },
    { outage: openOutage(), isEnabled: () => true },
  )
  await expect(cache.getMany(['a', 'b'])).rejects.toThrow('no connection')
  fails = false
  expect(await cache.getMany(['a', 'b'])).toEqual(['a', 'b'])
})

describe('while the database is out of reach', () => {
  let now = 0
  let reads = 0
  let read: () => Promise<string>
  let isConnected = true
  beforeEach(() => {
    now = reads = 0
    read = async () => 'first'
    isConnected = true
  })
  const open = () => {
    const outage = openOutage(() => now)
    const queryOnce = async (keys: readonly string[]) => {
      reads += 1
      try {
        const value = await read()
        outage.end()
        return new Map(keys.map((key) => [key, value]))
      } catch (error) {
        outage.begin()
        throw error
      }
    }
    return { outage, cache: openReadCache<string, string>(queryOnce, { outage, isEnabled: () => isConnected }) }
  }
  const fail = async () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }

  it('the last known value is the answer, and two reads a second are tried', async () => {
    const { cache, outage } = open()
    await cache.get('a')
    isConnected = false
    cache.clear()
    read = fail
    expect(await cache.get('a')).toBe('first')
    expect(outage.seconds()).toBe(0)
    for (let n = 0; n < 100; n += 1) expect(cache.get('a')).toBe('first')
    expect(await cache.getMany(['a', 'a'])).toEqual(['first', 'first'])
    expect(reads).toBe(2)
    now = 1_400
    expect(await cache.get('a')).toBe('first')
    expect(outage.seconds()).toBe(2)
    expect(reads).toBe(3)
    await expect(cache.get('unknown')).rejects.toThrow('refused')
    read = async () => 'second'
    now = 2_000
    expect(await cache.get('a')).toBe('second')
    expect(outage.seconds()).toBeUndefined()
  })

  it('a read that takes over a second is not waited for', async () => {
    const { cache, outage } = open()
    await cache.get('a')
    cache.drop('a')
    read = () => new Promise(() => {})
    const askedAt = performance.now()
    expect(await cache.get('a')).toBe('first')
    expect(performance.now() - askedAt).toBeGreaterThan(900)
    expect(outage.seconds()).toBe(0)
  })

  it('a value is not the answer an hour after it was last true', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['performance'] })
    const { cache } = open()
    await cache.get('a')
    cache.drop('a')
    read = fail
    vi.advanceTimersByTime(59 * 60_000)
    expect(await cache.get('a')).toBe('first')
    vi.advanceTimersByTime(2 * 60_000)
    await expect(cache.get('a')).rejects.toThrow('refused')
    vi.useRealTimers()
  })

  it('any other failure is one', async () => {
    const { cache } = open()
    await cache.get('a')
    cache.drop('a')
    read = async () => {
      throw new Error('a mistake in the query')
    }
    await expect(cache.get('a')).rejects.toThrow('a mistake')
  })
})
