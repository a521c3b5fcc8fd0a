import type { Socket } from 'node:net'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openConnection, readResponse, sendRaw } from '#server/http/testing/raw-request.ts'
import type { App } from '../app-type.ts'
import { openEdge } from '../edge/edge.ts'
import { healthRoutes } from '../health.ts'
import { ProblemError } from '../problem.ts'
import { maxAtOnce } from './request-limits.ts'

const origin = 'https://clinic.example'
const settings = {
  publicUrl: origin,
  origins: [origin],
  trustProxy: false as const,
  rateLimit: true,
  demo: false,
  logLevel: 'silent' as const,
}
const opened: App[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const app of opened.splice(0)) await app.close()
})

type Overrides = Partial<Parameters<typeof openEdge>[0]> & Parameters<typeof openEdge>[2]

async function open({ onLimited, arrivalMs, ...config }: Overrides = {}) {
  const app = await openEdge({ ...settings, ...config }, pino({ level: 'silent' }), {
    ...(onLimited && { onLimited }),
    ...(arrivalMs && { arrivalMs }),
  })
  opened.push(app)
  healthRoutes(app, { isReady: async () => true, secret: 'a secret of tests' })
  app.get('/zebra/:id', async () => 'ok')
  app.post('/zebra', { schema: { body: z.object({ name: z.string() }) } }, async () => 'ok')
  const guard = async () => {
    throw new ProblemError(401, 'Please log in.')
  }
  app.get('/guarded', { onRequest: [guard] }, async () => 'ok')
  app.get('/fonts', { config: { limit: 'static' } }, async () => 'ok')
  return app
}

const listen = async (app: App) => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
const statuses = async (app: App, request: InjectOptions, count: number) => {
  const found: Record<number, number> = {}
  for (let n = 0; n < count; n += 1) {
    const { statusCode } = await app.inject({ remoteAddress: '192.0.2.7', ...request })
    found[statusCode] = (found[statusCode] ?? 0) + 1
  }
  return found
}

describe('requests in a minute', () => {
  const post = { method: 'POST', url: '/zebra' } as const
  it.each<[string, number, InjectOptions]>([
    ['are answered', 200, { url: '/zebra/1' }],
    ['are to unknown addresses', 404, { url: '/nothing' }],
    ['are redirected', 308, { url: '/ZEBRA/1/' }],
    ['prove nobody', 401, { url: '/guarded' }],
    ['come from other sites', 403, { ...post, headers: { origin: 'https://evil.example' }, payload: {} }],
    ['are invalid', 400, { ...post, payload: { name: 1 } }],
    ['are too large', 413, { ...post, payload: { name: 'z'.repeat(70_000) } }],
    ['are of another type', 415, { ...post, headers: { 'content-type': 'text/zebra' }, payload: 'z' }],
    ['have an address that is not valid', 400, { url: '/zebra/%zebra' }],
    ['have an address that is too long', 414, { url: `/zebra/${'z'.repeat(800)}` }],
  ])('count if they %s', async (_what, status, request) => {
    expect(await statuses(await open(), request, 1_500)).toEqual({ [status]: 600, 429: 900 })
  })

  it('are refused with the time to wait, reported, and counted for each client', async () => {
    const onLimited = vi.fn()
    const app = await open({ onLimited })
    await statuses(app, { url: '/nothing' }, 600)
    expect(onLimited).not.toHaveBeenCalled()
    const { statusCode, headers, json } = await app.inject({ url: '/zebra/1', remoteAddress: '192.0.2.7' })
    const wait = Number(headers['retry-after'])
    const words = wait === 60 ? 'a minute' : `${wait} seconds`
    expect([statusCode, json().detail]).toEqual([
      429,
      `Too many requests from your network. Please try again in ${words}.`,
    ])
    expect(onLimited.mock.calls).toEqual([['192.0.2.7', 'rate']])
    expect(await statuses(app, { url: '/zebra/1', remoteAddress: '192.0.2.8' }, 1)).toEqual({ 200: 1 })
    expect(await statuses(app, { url: '/fonts' }, 1)).toEqual({ 200: 1 })
  })

  it('count by the network of an IPv6 client', async () => {
    const app = await open()
    await statuses(app, { url: '/nothing', remoteAddress: '2001:db8:1:2::7' }, 600)
    expect(await statuses(app, { url: '/nothing', remoteAddress: '2001:db8:1:2::8' }, 1)).toEqual({ 429: 1 })
  })

  it('may be ten times as many in demo mode, and any number of health checks', async () => {
    expect(await statuses(await open({ demo: true }), { url: '/nothing' }, 1_500)).toEqual({ 404: 1_500 })
    expect(await statuses(await open(), { url: '/healthz' }, 1_500)).toEqual({ 200: 1_500 })
  })

  it('count if they are not HTTP', async () => {
    const port = await listen(await open())
    for (let n = 0; n < 600; n += 1) expect((await sendRaw(port, 'zebra\r\n\r\n')).status).toBe(400)
    expect((await sendRaw(port, 'zebra\r\n\r\n')).status).toBe(429)
    expect((await sendRaw(port, 'GET /zebra/1 HTTP/1.1\r\nHost: x\r\n\r\n')).status).toBe(429)
  })
})

describe('at the same time', () => {
  const get = 'GET /zebra/1 HTTP/1.1\r\nHost: clinic.example\r\n'

  it('one client has 500 connections, which it may leave unused, and reads why it gets no more', async () => {
    const onLimited = vi.fn()
    const port = await listen(await open({ onLimited }))
    for (let n = 0; n < maxAtOnce; n += 1) sockets.push(await openConnection(port))
    const refused = await readResponse(await openConnection(port))
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5', 'content-type': 'application/problem+json' },
      problem: { detail: 'Too many requests at once from your network. Please try again in 5 seconds.' },
    })
    expect(onLimited.mock.calls).toEqual([['127.0.0.1', 'connections']])
    sockets.pop()?.destroy()
    await expect.poll(async () => (await sendRaw(port, `${get}\r\n`)).status).toBe(200)
  })

  it('one client of a proxy has 500 requests whose bodies arrive slowly, and others are served', async () => {
    const port = await listen(await open({ trustProxy: '127.0.0.1' }))
    const from = (client: string) => `X-Forwarded-For: ${client}\r\n`
    const begun = `POST /zebra HTTP/1.1\r\nHost: x\r\n${from('192.0.2.7')}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
    const askAs = async (client: string) => (await sendRaw(port, `${get}${from(client)}\r\n`)).status
    for (let n = 0; n < maxAtOnce; n += 1) {
      const socket = await openConnection(port)
      sockets.push(socket)
      socket.write(begun)
    }
    await expect.poll(() => askAs('192.0.2.7')).toBe(429)
    expect(await askAs('192.0.2.8')).toBe(200)
    sockets.pop()?.destroy()
    await expect.poll(() => askAs('192.0.2.7')).toBe(200)
    expect(await askAs('192.0.2.7')).toBe(200)
  })
})

it('a request that takes too long to arrive is answered with 408', async () => {
  const port = await listen(await open({ arrivalMs: { headers: 100, whole: 200 } }))
  const begun = [
    '',
    'GET /zebra/1 HTTP/1.1\r\nHost: x\r\nX: ',
    'POST /zebra HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ]
  for (const text of begun) {
    const socket = await openConnection(port)
    socket.write(text)
    const { status, problem } = await readResponse(socket)
    expect([status, problem.detail], text).toEqual([408, 'The request took too long to arrive.'])
  }
})
