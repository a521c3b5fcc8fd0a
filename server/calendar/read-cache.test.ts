import { describe, expect, it } from 'vitest'
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
    { isEnabled: () => true },
  )
  return { cache, queries, release }
}

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
    { isEnabled: () => true },
  )
  await expect(cache.getMany(['a', 'b'])).rejects.toThrow('no connection')
  fails = false
  expect(await cache.getMany(['a', 'b'])).toEqual(['a', 'b'])
})
