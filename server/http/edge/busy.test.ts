import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { App } from '../app-type.ts'
import { healthRoutes } from '../health.ts'
import { openEdge } from './edge.ts'

const settings = { trustProxy: false, demo: false, logLevel: 'silent' } as const
const slowly = { timeout: 30_000, interval: 0 }
// Each turn of the event loop takes far longer than the limit.
const maxEventLoopDelayMs = 30
const turnMs = 100

let isBlocked = false
const opened: App[] = []
afterEach(async () => {
  isBlocked = false
  for (const app of opened.splice(0)) await app.close()
})

/** Opens a server. Returns a function that requests a path from it. */
async function open({ rateLimit }: { rateLimit: boolean }, options: { maxEventLoopDelayMs?: number }) {
  const config = { ...settings, origins: [], publicUrl: 'http://localhost', rateLimit }
  const app = await openEdge(config, pino({ level: 'silent' }), options)
  opened.push(app)
  healthRoutes(app, { isReady: async () => true, secret: 'a secret of tests' })
  app.get('/zebra', async () => ({ ok: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return (path: string) => fetch(url + path)
}

function block() {
  isBlocked = true
  const turn = () => {
    const until = performance.now() + turnMs
    while (performance.now() < until);
    if (isBlocked) setImmediate(turn)
  }
  turn()
}

it('refuses requests but no health check while the event loop is busy, and serves again afterwards', async () => {
  const get = await open({ rateLimit: true }, { maxEventLoopDelayMs })
  const unlimited = await open({ rateLimit: false }, { maxEventLoopDelayMs })
  const status = async () => (await get('/zebra')).status
  expect(await status()).toBe(200)
  block()
  await expect.poll(status, slowly).toBe(503)
  const refused = await get('/zebra')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
    503,
    '5',
    expect.stringMatching(/^application\/problem\+json/),
  ])
  expect(await refused.json()).toMatchObject({
    detail: 'The clinic is very busy at the moment. Nothing was changed; please try again.',
    requestId: refused.headers.get('x-request-id'),
  })
  const served = [await get('/healthz'), await get('/readyz'), await unlimited('/zebra')]
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200])
  isBlocked = false
  await expect.poll(status, slowly).toBe(200)
}, 90_000)

it('serves right after work that took a few seconds once, as a start does', async () => {
  const get = await open({ rateLimit: true }, {})
  await workInOneTurn()
  expect((await get('/zebra')).status).toBe(200)
}, 90_000)

/** Blocks the event loop for 2.6 s at once. Both timers are due before the first one ends, and between them runs the
 *  one that reads the measured delays: its second reading finds none. */
async function workInOneTurn() {
  const blocks = [0, 1_000].map((ms) => setTimeout(ms).then(() => sleepAtOnce(1_300)))
  await Promise.all(blocks)
}

const sleepAtOnce = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
