import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { readTrustProxy } from '#server/config/trust-proxy.ts'
import { openEdge } from '#server/http/edge/edge.ts'
import { healthRoutes } from '#server/http/health.ts'
import { publicUrlCheck } from './public-url.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** Starts a proxy that appends its client to X-Forwarded-For. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const before = incoming.headers['x-forwarded-for']
    const forwardedFor = [before, incoming.socket.remoteAddress].filter(Boolean).join(', ')
    const headers = { ...incoming.headers, 'x-forwarded-for': forwardedFor }
    const onward = forward(`${target}${incoming.url}`, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    onward.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise((resolve) => proxy.close(resolve)))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const secret = 'a secret that only tests know'

/** Starts a server behind some proxies and returns what the check finds. */
async function check(proxies: number, TRUST_PROXY: string, authSecret: string | undefined) {
  const trustProxy = readTrustProxy(TRUST_PROXY) ?? false
  const fixed = { demo: false, logLevel: 'silent', rateLimit: false } as const
  const config = { ...fixed, origins: [], publicUrl: 'http://localhost', trustProxy }
  const app = await openEdge(config, pino({ level: 'silent' }))
  healthRoutes(app, { isReady: async () => true, secret })
  ending.push(() => app.close())
  let publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let each = 0; each < proxies; each += 1) publicUrl = await startProxy(publicUrl)
  const findings = await publicUrlCheck({ publicUrl, trustProxy, authSecret }).run()
  return findings.map(({ level, text }) => `${level} ${text}`)
}

it.each([
  [0, 'off', 'ok requests pass 0 proxies, as TRUST_PROXY says'],
  [1, '1', 'ok requests pass one proxy, as TRUST_PROXY says'],
  [2, '2', 'ok requests pass 2 proxies, as TRUST_PROXY says'],
  [2, 'loopback', 'ok requests pass 2 proxies, as TRUST_PROXY says'],
  [
    1,
    'off',
    'wrong requests pass one proxy, of which TRUST_PROXY trusts 0: visitors share one limit: set TRUST_PROXY=1',
  ],
  [2, '1', 'wrong requests pass 2 proxies, of which TRUST_PROXY trusts 1: visitors share one limit: set TRUST_PROXY=2'],
  [
    1,
    '2',
    'wrong requests pass one proxy, and TRUST_PROXY trusts more: visitors can choose their address: set TRUST_PROXY=1',
  ],
  [
    0,
    '1',
    'wrong requests pass 0 proxies, and TRUST_PROXY trusts more: visitors can choose their address: set TRUST_PROXY=off',
  ],
])('counts %d proxies where TRUST_PROXY is %s', async (proxies, trustProxy, finding) => {
  const [answers, hops] = await check(proxies, trustProxy, secret)
  expect(answers).toMatch(/^ok release \S+ answers there$/)
  expect(hops).toBe(finding)
})

it('tells nobody without the secret', async () => {
  expect(await check(1, 'off', 'the secret of somebody else, 32 letters')).toEqual([
    expect.stringContaining('ok release'),
    expect.stringContaining('another AUTH_SECRET'),
  ])
})

it('says nothing of proxies where it has no AUTH_SECRET to ask with', async () => {
  expect(await check(1, 'off', undefined)).toEqual([expect.stringContaining('ok release')])
})

it('warns where nobody answers yet, and names another server as wrong', async () => {
  const settings = { trustProxy: false as const, authSecret: undefined }
  const levelsAt = async (publicUrl: string) =>
    (await publicUrlCheck({ ...settings, publicUrl }).run()).map(({ level }) => level)
  expect(await levelsAt('http://127.0.0.1:9')).toEqual(['warning'])
  expect(await levelsAt(await startProxy('http://127.0.0.1:9'))).toEqual(['warning'])
  const other = createServer((_request, response) => response.end('<html>It works!</html>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise((resolve) => other.close(resolve)))
  expect(await levelsAt(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)).toEqual(['wrong'])
})
