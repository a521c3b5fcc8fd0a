import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendRaw } from '#server/http/testing/raw-request.ts'
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
  app.get('/zebra', async () => 'ok')
  app.post('/zebra', async () => 'ok')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

const get = (headers: string, target = '/zebra') => sendRaw(port, `GET ${target} HTTP/1.1\r\n${headers}\r\n`)
const host = 'Host: clinic.example\r\n'

it.each([
  ['two hosts', 'Host: clinic.example\r\nHost: evil.example\r\n', 'The request has the header host twice.'],
  ['the same host twice', host + host, 'The request has the header host twice.'],
  ['two hosts in other letters', `${host}hOST: evil.example\r\n`, 'The request has the header host twice.'],
  [
    'two tokens',
    `${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n`,
    'The request has the header authorization twice.',
  ],
  [
    'two origins',
    `${host}Origin: https://clinic.example\r\nOrigin: https://evil.example\r\n`,
    'The request has the header origin twice.',
  ],
  [
    'two types',
    `${host}Content-Type: text/plain\r\nContent-Type: application/json\r\n`,
    'The request has the header content-type twice.',
  ],
  ['no host', '', 'The request names no host.'],
  ['an empty host', 'Host:\r\n', 'The host of the request is not valid.'],
  ['a host with a path', 'Host: clinic.example/evil\r\n', 'The host of the request is not valid.'],
  ['a list of hosts', 'Host: clinic.example, evil.example\r\n', 'The host of the request is not valid.'],
  ['a host with a user', 'Host: clinic.example@evil.example\r\n', 'The host of the request is not valid.'],
])('refuses %s', async (_what, headers, detail) => {
  const { status, problem } = await get(headers)
  expect([status, problem.detail]).toEqual([400, detail])
})

it.each(['clinic.example', 'CLINIC.example:443', 'localhost:3000', '127.0.0.1', '[::1]:3000', 'xn--bcher-kva.example'])(
  'accepts the host %s',
  async (name) => {
    expect(await get(`Host: ${name}\r\n`)).toMatchObject({ status: 200, body: 'ok' })
  },
)

it('accepts a target with the host, unless it is another one than the Host header’s', async () => {
  expect(await get(host, 'http://CLINIC.example/zebra?a=1')).toMatchObject({ status: 200, body: 'ok' })
  expect((await get(host, 'http://clinic.example')).status).toBe(404)
  for (const target of ['http://evil.example/zebra', 'https://clinic.example@evil.example/zebra']) {
    const { status, problem } = await get(host, target)
    expect([status, problem.detail], target).toEqual([400, 'The request names two hosts.'])
  }
})

it('refuses two lengths, and a length beside chunks', async () => {
  const post = (headers: string) => sendRaw(port, `POST /zebra HTTP/1.1\r\n${host}${headers}\r\n`)
  for (const headers of [
    'Content-Length: 0\r\nContent-Length: 5\r\n',
    'Content-Length: 0\r\nContent-Length: 0\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
  ])
    expect((await post(headers)).status, headers).toBe(400)
})

it('needs no host with HTTP/1.0', async () => {
  expect((await sendRaw(port, 'GET /zebra HTTP/1.0\r\n\r\n')).status).toBe(200)
})
