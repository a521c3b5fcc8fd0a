import { afterEach, expect, inject, it } from 'vitest'
import { startWork } from '#server/testing/fault/work.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// ROUNDS=20 runs the long form.
const rounds = Number(process.env.ROUNDS ?? 2)
const engine = inject('engine')
const slowly = { timeout: 30_000 }

let server: Server | undefined
afterEach(() => server?.stop())

it('keeps what it confirmed through a kill -9 under load, again and again', { timeout: rounds * 60_000 }, async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_MAX_UPCOMING: '1000' },
  })
  const work = await startWork(server.url)
  let wanted = 0
  for (let round = 0; round < rounds; round += 1) {
    wanted = work.confirmed() + 40
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(wanted)
    await server.kill('SIGKILL')
    await server.restart()
  }
  await expect.poll(work.confirmed, slowly).toBeGreaterThan(wanted)
  await work.stop()
  expect((await work.compare()).wrong).toEqual([])
  // Nobody waits for a server that is gone, and a server that is there refuses nothing.
  expect(work.failures().filter(({ status }) => status !== 0)).toEqual([])
  expect(Math.max(...work.failures().map(({ ms }) => ms))).toBeLessThan(5_000)
})
