import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openEdge } from '../edge/edge.ts'
import { ProblemError } from '../problem.ts'
import { openLog } from './log.ts'
import { withinRequest } from './request-id.ts'

const made = expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/)

async function openApp(env: Record<string, string> = {}, lines: string[] = []) {
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const app = await openEdge(readConfig({ RATE_LIMIT: 'off', ...env }), log)
  app.addHook('preHandler', ({ id }, _reply, done) => withinRequest(id, done))
  app.get('/hops', async ({ ips }) => ips?.length)
  app.get('/fault', async () => {
    log.info('deep inside')
    throw new Error('broken')
  })
  app.get('/conflict', async () => {
    throw new ProblemError(409, 'It is taken.')
  })
  return app
}

test('every response has an id of its own, also one to an unknown address', async () => {
  const app = await openApp()
  const answers = await Promise.all(['/hops', '/hops', '/nothing'].map((url) => app.inject(url)))
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(ids).toEqual([made, made, made])
  expect(new Set(ids).size).toBe(3)
})

test('an error of the server and all its log lines have the id of the response, each once', async () => {
  const lines: string[] = []
  const app = await openApp({}, lines)
  const answer = await app.inject('/fault')
  const requestId = answer.headers['x-request-id']
  expect(answer.json()).toMatchObject({ status: 500, requestId })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'deep inside', requestId, time: expect.any(Number) },
    { msg: 'request failed', requestId },
  ])
  for (const line of lines) expect(line.split('requestId')).toHaveLength(2)
})

test('an error of the client has its id in the header only', async () => {
  const app = await openApp()
  const { headers, body } = await app.inject('/conflict')
  expect(headers['x-request-id']).toEqual(made)
  expect(body).not.toContain('requestId')
})

test.each([
  ['from nobody', 'off', '192.0.2.1', 'proxy-1234', false],
  ['from a trusted proxy', '192.0.2.0/24', '192.0.2.1', 'proxy-1234', true],
  ['from another address', '192.0.2.0/24', '198.51.100.1', 'proxy-1234', false],
  ['that is too short', '1', '192.0.2.1', 'proxy-1', false],
  ['that is too long', '1', '192.0.2.1', 'p'.repeat(65), false],
  ['with other characters', '1', '192.0.2.1', 'proxy-1234\u00e9"}', false],
])('an id %s', async (_what, TRUST_PROXY, remoteAddress, id, isUsed) => {
  const app = await openApp({ TRUST_PROXY })
  const { headers } = await app.inject({ url: '/hops', remoteAddress, headers: { 'x-request-id': id } })
  expect(headers['x-request-id']).toEqual(isUsed ? id : made)
})

test.each(['off', '1', 'loopback', 'linklocal,10.1.2.3', 'uniquelocal', '2001:db8::/32', '192.0.2.7'])(
  'TRUST_PROXY=%s trusts the same addresses with ids as Fastify trusts with the address of a client',
  async (TRUST_PROXY) => {
    const app = await openApp({ TRUST_PROXY })
    const addresses = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '169.254.9.9', 'fe80::1', '10.1.2.3']
    const others = ['172.20.0.1', '192.168.1.1', 'fd00::1', '192.0.2.7', '198.51.100.1', '2001:db8::5', '2001:db9::5']
    for (const remoteAddress of [...addresses, ...others]) {
      const headers = { 'x-request-id': 'proxy-1234', 'x-forwarded-for': '203.0.113.5' }
      const answer = await app.inject({ url: '/hops', remoteAddress, headers })
      const isTrusted = Number(answer.body) > 1
      expect(answer.headers['x-request-id'] === 'proxy-1234', remoteAddress).toBe(isTrusted)
    }
  },
)

test('a log line outside of a request has no id', () => {
  const lines: string[] = []
  openLog('info', { write: (line) => void lines.push(line) }).info('started')
  expect(lines).toEqual([expect.not.stringContaining('requestId')])
})
