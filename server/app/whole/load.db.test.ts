import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { kinds, type Mix, type MixResult, runMix } from '#lab/load/mix.ts'
import { sendSignUps } from '#lab/load/sign-ups.ts'
import { chartOf, sampleProcess, slopeOf } from '#lab/soak/sample.ts'
import { signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// Short forms of `npm run bench -- load` and `npm run soak`, so that they can't break unseen. They compare no times.

const engine = inject('engine')
const connections = 4
let server: Server
let mix: Mix

beforeAll(async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_MAX_UPCOMING: '1000' },
  })
  const { url } = server
  const patients = await Promise.all(
    Array.from({ length: connections }, (_, at) => signUpPatient(url, `patient${at}@example.org`)),
  )
  const treatments = await patients[0]?.treatments()
  mix = { origin: url, publicUrl: url, connections, seconds: 1.5, patients, treatments: treatments ?? [] }
})
afterAll(() => server.stop())

it('reads, lists, books and cancels without an error', async () => {
  const result = await runMix({ ...mix, shares: { book: 8, list: 6 } })
  expect(failuresIn(result)).toEqual([])
  for (const kind of kinds) expect(result.kinds[kind].count, kind).toBeGreaterThan(0)
})

it('keeps no socket of forty connections that have gone', async () => {
  const before = sampleProcess(server.pid(), 0)
  const reads = { ...mix, connections: 40, seconds: 1, shares: { book: 0, list: 10 } }
  expect(failuresIn(await runMix(reads))).toEqual([])
  // Meanwhile the pool may have opened its ten connections.
  await expect.poll(() => sampleProcess(server.pid(), 0).sockets).toBeLessThanOrEqual(before.sockets + 10)
})

it('serves others while one address signs up without end', async () => {
  let isOver = false
  const burst = sendSignUps({ origin: server.url, publicUrl: server.url, connections: 20, until: () => isOver })
  const result = await runMix({ ...mix, from: 5_000 })
  isOver = true
  expect(failuresIn(result)).toEqual([])
  expect(Object.keys(await burst).filter((status) => !['200', '503'].includes(status))).toEqual([])
})

function failuresIn({ kinds: of }: MixResult): string[] {
  return kinds.flatMap((kind) => {
    const { errors, refused } = of[kind]
    return [...Object.keys(errors), ...(refused > 0 ? ['refused'] : [])].map((failure) => `${kind}: ${failure}`)
  })
}

it('fits a line through samples and draws them', () => {
  expect(slopeOf([1, 2, 3, 4].map((x) => ({ x, y: 2 * x + 1 })))).toBeCloseTo(2)
  expect(chartOf([1, 2, 3])).toBe('▁▅█')
})
