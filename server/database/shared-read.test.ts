import { beforeEach, expect, it } from 'vitest'
import { shareReads } from './shared-read.ts'

let queries: { args: unknown[]; resolve: (found: string) => void; reject: (error: Error) => void }[]
const shared = shareReads((...args: [day: string, doctor?: string]) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  queries.push({ args, resolve, reject })
  return promise
})
beforeEach(() => {
  queries = []
})

it('runs one query at a time for equal reads, and answers nobody with one that began before they asked', async () => {
  const first = shared('May 4')
  const others = Array.from({ length: 20 }, () => shared('May 4'))
  expect(queries).toHaveLength(1)
  queries[0]?.resolve('before')
  expect(await first).toBe('before')
  await expect.poll(() => queries.length).toBe(2)
  queries[1]?.resolve('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
  expect(queries).toHaveLength(2)
})

it('runs different reads beside each other', async () => {
  const all = [shared('May 4'), shared('May 5'), shared('May 4', 'Ida')]
  expect(queries.map(({ args }) => args)).toEqual([['May 4'], ['May 5'], ['May 4', 'Ida']])
  for (const { args, resolve } of queries) resolve(args.join())
  expect(await Promise.all(all)).toEqual(['May 4', 'May 5', 'May 4,Ida'])
})

it('reads again after a query that failed, and when nobody reads', async () => {
  const [failed, next] = [shared('May 4'), shared('May 4')]
  queries[0]?.reject(new Error('no database'))
  await expect(failed).rejects.toThrow('no database')
  await expect.poll(() => queries.length).toBe(2)
  queries[1]?.resolve('found')
  expect(await next).toBe('found')
  const later = shared('May 4')
  expect(queries).toHaveLength(3)
  queries[2]?.resolve('later')
  expect(await later).toBe('later')
})
