import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { runChecks } from './check.ts'
import { diskCheck, nodeCheck, settingsCheck } from './machine.ts'
import { cardsCheck, neededEvents } from './outside/cards.ts'
import { clockCheck, compareClocks } from './outside/clock.ts'
import { mailCheck } from './outside/mail.ts'
import { googleCheck, imageHostCheck } from './outside/services.ts'
import { preflight } from './preflight.ts'

let dataDir: string
const ending: (() => unknown)[] = []
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-preflight-'))
})
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const sandboxes = { SANDBOX: 'stripe,google' }
const production = {
  ...sampleClinic,
  ...sandboxes,
  NODE_ENV: 'production',
  DATABASE: 'embedded',
  AUTH_SECRET: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBh0HNlY3',
}
const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })
const levels = (findings: { level: string }[]) => findings.map(({ level }) => level)
const texts = (findings: { text: string }[]) => findings.map(({ text }) => text).join('\n')

async function startHttp(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

test('all is well with the defaults', async () => {
  const { lines, isFine } = await preflight(configOf())
  expect(isFine).toBe(true)
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([])
})

test('checks run beside each other, and one that hangs or fails does not stop the others', async () => {
  const { lines, isFine } = await runChecks(
    [
      { name: 'one', run: () => new Promise(() => {}) },
      { name: 'two', run: () => new Promise(() => {}) },
      { name: 'three', run: () => Promise.reject(new Error('refused for password "pa$$word"')) },
      { name: 'four', run: async () => [{ level: 'ok', text: 'fine' }] },
    ],
    { timeoutMs: 20, secrets: ['pa$$word'] },
  )
  expect(lines).toEqual([
    'wrong    one: there was no answer within 0.02 seconds',
    'wrong    two: there was no answer within 0.02 seconds',
    'wrong    three: refused for password "•••"',
    'ok       four: fine',
  ])
  expect(isFine).toBe(false)
})

test('the command exits with code 1 and never prints a secret', () => {
  const env = {
    ...{ DATABASE_URL: 'postgres://u:hidden1@127.0.0.1:9/x', SMTP_URL: 'smtp://u:hidden2@127.0.0.1:9' },
    ...{ AUTH_SECRET: `hidden3${'Zm9yIHRlc3RzIG9ubHksIG5vdCBh0HNlY3'}`, DATA_DIR: dataDir },
  }
  const args = ['--disable-warning=ExperimentalWarning', 'server/app/preflight/preflight.ts']
  const run = (more: Record<string, string>) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH, ...env, ...more } })
  const { status, stdout, stderr } = run({})
  expect(status).toBe(1)
  expect(stdout).toMatch(/^wrong {4}database: 127.0.0.1:9\/x can't be used/m)
  expect(stdout).toMatch(/^wrong {4}email: 127.0.0.1:9 can't be used/m)
  expect(stdout + stderr).not.toContain('hidden')
  const invalid = run({ PORT: 'abc' })
  expect([invalid.status, invalid.stdout]).toEqual([
    1,
    'wrong    settings: PORT is "abc": it wants a port, 1 to 65535\n',
  ])
  const misspelt = { CLINIC_PHONEE: '+49 30 1' }
  const line = 'CLINIC_PHONEE is no setting: did you mean CLINIC_PHONE?'
  expect(run(misspelt).stdout).toContain(`warning  settings: ${line}`)
  const refused = run({ ...production, ...misspelt, DATABASE: '' }).stdout
  expect(refused).toBe(`wrong    settings: NODE_ENV is "production": ${line} Rename or remove it\n`)
})

test('the mail server is tried, and an email is sent only on request', async () => {
  const server = await smtpServer((to) => (to.startsWith('no') ? '550 refused' : '250 OK'))
  await server.start()
  ending.push(server.stop)
  const config = configOf({ SMTP_URL: server.url })
  expect(levels(await mailCheck(config, undefined).run())).toEqual(['ok'])
  expect(server.emails).toEqual([])
  expect(levels(await mailCheck(config, 'desk@clinic.example').run())).toEqual(['ok', 'ok'])
  expect(server.emails).toMatchObject([{ to: 'desk@clinic.example' }])
  expect(levels(await mailCheck(config, 'nobody@clinic.example').run())).toEqual(['ok', 'wrong'])
  expect(levels(await mailCheck(configOf(production), undefined).run())).toEqual(['warning'])
})

test('a mail server that does not speak is wrong', async () => {
  const silent = createTcpServer((socket) => socket.end('421 too busy\r\n'))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  ending.push(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const findings = await mailCheck(configOf({ SMTP_URL: `smtp://127.0.0.1:${port}` }), undefined).run()
  expect(levels(findings)).toEqual(['wrong'])
})

type Endpoint = { url: string; status: string; enabled_events: readonly string[] }

/** Starts Stripe's API with one webhook endpoint. It accepts one key only. */
async function startStripe(endpoint: Endpoint, { livemode = true, mayList = true } = {}) {
  const { port } = await startHttp((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'Bearer sk_test_right') {
      return answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
    }
    if (request.url === '/v1/balance') return answer(200, { object: 'balance', livemode })
    if (!mayList) return answer(403, { error: { type: 'invalid_request_error', message: 'no permission' } })
    return answer(200, { object: 'list', data: [endpoint] })
  })
  return { host: '127.0.0.1', port, protocol: 'http' as const }
}

const right: Endpoint = {
  url: 'https://clinic.example/webhook/stripe',
  status: 'enabled',
  enabled_events: neededEvents,
}

test.each([
  ['is as it should be', right, {}, ['ok', 'ok'], 'live mode'],
  ['is in test mode', right, { livemode: false }, ['warning', 'ok'], 'test mode'],
  ['has all events', { ...right, enabled_events: ['*'] }, {}, ['ok', 'ok'], 'all needed events'],
  ['lacks an event', { ...right, enabled_events: neededEvents.slice(1) }, {}, ['ok', 'wrong'], 'succeeded'],
  ['is disabled', { ...right, status: 'disabled' }, {}, ['ok', 'wrong'], 'is disabled'],
  ['is for another address', { ...right, url: 'https://other.example/' }, {}, ['ok', 'wrong'], 'has no webhook'],
  ['may not be read', right, { mayList: false }, ['ok', 'warning'], 'may not read webhook endpoints'],
])('an account at Stripe that %s', async (_what, endpoint, options, expected, text) => {
  const api = await startStripe(endpoint, options)
  const settings = { production: true, publicUrl: 'https://clinic.example' }
  const findings = await cardsCheck({ ...settings, stripe: { secretKey: 'sk_test_right', api } }).run()
  expect(levels(findings)).toEqual(expected)
  expect(texts(findings)).toContain(text)
})

test('a key that Stripe refuses is wrong', async () => {
  const stripe = { secretKey: 'sk_test_wrong', api: await startStripe(right) }
  const findings = await cardsCheck({ production: true, publicUrl: 'https://clinic.example', stripe }).run()
  expect(levels(findings)).toEqual(['wrong'])
  expect(texts(findings)).not.toContain('sk_test_wrong')
})

test('docs/payments.md names all needed events', () => {
  const page = readFileSync('docs/payments.md', 'utf8')
  expect(neededEvents.filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})

test('Google’s discovery document and the client ID are checked', async () => {
  const document = { issuer: 'https://g', authorization_endpoint: 'https://g/a', token_endpoint: 'https://g/t' }
  const { url } = await startHttp((request, response) => {
    response.end(request.url === '/right' ? JSON.stringify(document) : '<html>')
  })
  const google = { clientId: '1.apps.googleusercontent.com', clientSecret: 's', discoveryUrl: `${url}/right` }
  const run = (more: object) => googleCheck({ google: { ...google, ...more } }).run()
  expect(levels(await run({}))).toEqual(['ok', 'ok'])
  expect(levels(await run({ clientId: 'mine' }))).toEqual(['ok', 'warning'])
  expect(levels(await run({ discoveryUrl: `${url}/hotel` }))).toEqual(['wrong', 'ok'])
  expect(levels(await run({ discoveryUrl: 'http://127.0.0.1:9/' }))).toEqual(['wrong'])
})

test('the image host is reached or not', async () => {
  const { url } = await startHttp((_request, response) => response.writeHead(400).end())
  const run = (host: string) =>
    imageHostCheck({ imageHost: { url: `${host}/1/upload`, key: 'k', pictures: host } }).run()
  expect(levels(await run(url))).toEqual(['ok'])
  expect(levels(await run('http://127.0.0.1:9'))).toEqual(['wrong'])
})

test('clocks may differ by five seconds', async () => {
  const now = Date.UTC(2026, 2, 10)
  const at = { sentAt: now - 100, receivedAt: now + 100 }
  expect(compareClocks('x', now + 5_000, at).level).toBe('ok')
  expect(compareClocks('x', now - 60_000, at).text).toContain('60 seconds ahead of that of x')
  expect(compareClocks('x', now + 60_000, at).text).toContain('60 seconds behind that of x')
  const { url } = await startHttp((_request, response) => {
    response.writeHead(200, { date: new Date(Date.now() - 120_000).toUTCString() }).end()
  })
  const settings = { google: undefined, stripe: undefined, imageHost: { url, key: 'k', pictures: url } }
  expect(levels(await clockCheck(settings).run())).toEqual(['warning'])
})

test('an old Node, a folder that can’t be written and a weak address are named', async () => {
  expect(levels(await nodeCheck('22.1.0').run())).toEqual(['wrong'])
  expect(levels(await nodeCheck('24.0.0').run())).toEqual(['ok'])
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(levels(await diskCheck({ dataDir: join(file, 'data') }).run())).toEqual(['wrong'])
  const behindProxy = { ...production, PUBLIC_URL: 'https://clinic.example', SMTP_URL: 'smtps://mail.example' }
  expect(texts(await settingsCheck(configOf(behindProxy)).run())).toContain('TRUST_PROXY is off')
  expect(texts(await settingsCheck(configOf({ ...behindProxy, TRUST_PROXY: '1' })).run())).not.toContain(
    'TRUST_PROXY is',
  )
  const misspelt = await settingsCheck(configOf({ CLINIC_PHONEE: '+49 30 1' })).run()
  expect(misspelt).toContainEqual({
    level: 'warning',
    text: 'CLINIC_PHONEE is no setting: did you mean CLINIC_PHONE?',
  })
  const example = configOf({ AUTH_SECRET: 'change-me-change-me-change-me-now' })
  expect(texts(await settingsCheck(example).run())).toContain('AUTH_SECRET looks like an example')
})
