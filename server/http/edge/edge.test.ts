import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { sendRaw } from '#server/http/testing/raw-request.ts'
import { siteRoutes } from '#server/site/routes.ts'
import type { App } from '../app-type.ts'
import { openEdge } from './edge.ts'

const settings = {
  publicUrl: 'https://clinic.example',
  origins: ['https://clinic.example'],
  trustProxy: false as const,
  rateLimit: true,
  demo: false,
  logLevel: 'silent' as const,
}
let app: App
let port: number
beforeAll(async () => {
  app = await openEdge(settings, pino({ level: 'silent' }))
  app.post('/zebra', { schema: { body: z.object({ name: z.string() }) } }, async () => 'ok')
  app.route({ method: ['GET', 'PUT', 'DELETE'], url: '/zebra/:id', handler: async () => 'ok' })
  await siteRoutes(app, { site: undefined, headers: {}, maybeSignedIn: () => false })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

const send = (text: string) => sendRaw(port, text)
const rest = 'Host: clinic.example\r\n\r\n'
const json = 'Content-Type: application/json\r\n'
const post = (headers: string, body = '') =>
  `POST /zebra HTTP/1.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n${rest}${body}`

it.each([
  ['text that is not HTTP', 'zebra\r\n\r\n', 400],
  ['an unknown method', `ZEBRA / HTTP/1.1\r\n${rest}`, 400],
  ['an unusual method', `PROPFIND /zebras HTTP/1.1\r\n${rest}`, 404],
  ['an unusual method on a known path', `PURGE /zebra HTTP/1.1\r\n${rest}`, 404],
  ['a bad header', `GET /zebra/1 HTTP/1.1\r\nze bra: 1\r\n${rest}`, 400],
  ['two lengths', `POST /zebra HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${rest}`, 400],
  ['no host', 'GET /zebra/1 HTTP/1.1\r\n\r\n', 400],
  ['headers that are too large', `GET /zebra/1 HTTP/1.1\r\nzebra: ${'z'.repeat(20_000)}\r\n${rest}`, 431],
  ['an address that is too large', `GET /${'zebra'.repeat(4_000)} HTTP/1.1\r\n${rest}`, 431],
  ['an expectation', `GET /zebra/1 HTTP/1.1\r\nExpect: zebra\r\n${rest}`, 417],
  ['a bad percent-encoding', `GET /zebra/%zebra HTTP/1.1\r\n${rest}`, 400],
  ['half an encoded character', `GET /zebra/%E0%A4 HTTP/1.1\r\n${rest}`, 400],
  ['a parameter that is too long', `GET /zebra/${'zebra'.repeat(200)} HTTP/1.1\r\n${rest}`, 414],
  ['an unknown path', `GET /zebras?zebra=1 HTTP/1.1\r\n${rest}`, 404],
  ['another type of body', post('Content-Type: text/zebra\r\n', 'zebra'), 415],
  ['bad JSON', post(json, '{ zebra'), 400],
  ['a prototype', post(json, '{"__proto__": {"zebra": 1}}'), 400],
  ['a field that is missing', post(json, '{"zebra": 1}'), 400],
  ['a body that is too large', post(json, JSON.stringify('zebra'.repeat(20_000))), 413],
])('answers %s with a problem that repeats no input', async (_case, text, status) => {
  const answer = await send(text)
  expect([answer.status, answer.problem.status], answer.received).toEqual([status, status])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includesubdomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'deny',
  })
  expect(answer.received).not.toMatch(/zebra/i)
})

it.each(['PUT', 'DELETE'])('accepts a %s that names the type of a body that it does not have', async (method) => {
  expect(await send(`${method} /zebra/1 HTTP/1.1\r\n${json}Content-Length: 0\r\n${rest}`)).toMatchObject({
    status: 200,
  })
})

it('says what is missing in a call with a cookie and without an Origin', async () => {
  const answer = await send(`PUT /zebra/1 HTTP/1.1\r\nCookie: zebra=1\r\n${rest}`)

  expect(answer.status).toBe(403)
  expect(answer.body).toContain('This call has a cookie, but no Origin header.')
})

it('accepts a parameter of 254 percent-encoded characters', async () => {
  expect((await app.inject(`/zebra/${'%2B'.repeat(254)}`)).statusCode).toBe(200)
})

it('does nothing for a client that has gone, and reports no error', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const other = await openEdge(settings, log)
  let calls = 0
  other.get('/zebra', async () => {
    calls += 1
    return 'ok'
  })
  const address = new URL(await other.listen({ port: 0, host: '127.0.0.1' }))
  // What Node returns once the connection is reset.
  other.server.once('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: undefined }))
  const socket = connect(Number(address.port), '127.0.0.1')
  socket.write(`GET /zebra HTTP/1.1\r\n${rest}`)
  await once(other.server, 'request')
  socket.destroy()
  expect((await fetch(new URL('/zebra', address))).status).toBe(200)
  await other.close()
  expect(calls).toBe(1)
  expect(lines).toEqual([])
})
