import { afterEach, expect, inject, it } from 'vitest'
import { isBusy } from '#server/testing/fault/answer.ts'
import { startWork } from '#server/testing/fault/work.ts'
import { signInStaff } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// STOPS=10 runs the long form.
const stops = Number(process.env.STOPS ?? 1)
const engine = inject('engine')
const slowly = { timeout: 30_000 }

let server: Server | undefined
afterEach(() => server?.stop())

it('answers every call that it accepted before it exits on SIGTERM', { timeout: 60_000 + stops * 60_000 }, async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_MAX_UPCOMING: '1000', DEMO: 'on' },
  })
  const staff = await signInStaff(server.url)
  const work = await startWork(server.url)
  for (let round = 0; round < stops; round += 1) {
    const wanted = work.confirmed() + 40
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(wanted)
    const headers = { authorization: staff.authorization, accept: 'text/event-stream' }
    const events = await fetch(`${server.url}/desk/events`, { headers })
    expect(events.status).toBe(200)
    const streamed = events.text()
    const stoppedAt = performance.now()
    expect(await server.kill('SIGTERM')).toBe(0)
    const stoppedMs = performance.now() - stoppedAt
    if (process.env.STOPS) process.stdout.write(`${JSON.stringify({ stoppedMs })}\n`)
    expect(stoppedMs).toBeLessThan(8_000)
    // The end of the stream, not an error.
    expect(await streamed).toContain(': open')
    await server.restart()
  }
  await work.stop()
  const { wrong, unanswered } = await work.compare()
  expect(wrong).toEqual([])
  expect(unanswered).toEqual([])
  const refused = work.failures()
  expect(refused.filter((answer) => answer.status !== 0 && !isBusy(answer))).toEqual([])
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(2_000)
})
