import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { cookieOf, retryWhileBusy } from '#server/testing/sessions.ts'

type Line = {
  security?: string
  requestId?: string
  subject?: string
  actor?: string
  kind?: string
  route?: string
  count?: number
}

let server: TestApp
let raw: string[] = []
beforeAll(async () => {
  server = await openTestApp({
    env: { RATE_LIMIT: 'on', LOG_LEVEL: 'info' },
    logTo: { write: (line) => raw.push(line) },
  })
})
beforeEach(() => {
  raw = []
  address += 1
})
afterAll(() => server.close())

const lines = () =>
  raw.map((line): Line => JSON.parse(line)).filter(({ security }) => security && security !== 'signed-in')
let address = 0
function post(call: string, payload: object, cookie = '') {
  const headers = { origin: server.origin, ...(cookie && { cookie }) }
  const options = {
    method: 'POST',
    url: `/api/auth/${call}`,
    remoteAddress: `192.0.2.${address}`,
    headers,
    payload,
  } as const
  return retryWhileBusy(() => server.app.inject(options))
}

async function signedUp() {
  const person = { name: 'Annabel Able', email: `${randomUUID()}@example.org`, password: 'secret1' }
  const { cookie } = await server.signUp(person)
  return { ...person, cookie }
}

const requestId = expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/)
const hash = expect.stringMatching(/^[\w-]{22}$/)

it('logs failed and limited sign-ins once, and their repeats with a count, with equal hashes for equal emails', async () => {
  const other = await openTestApp({
    database: server.database,
    env: { RATE_LIMIT: 'on', LOG_LEVEL: 'info' },
    logTo: { write: (line) => raw.push(line) },
  })
  const ann = await signedUp()
  const signIn = (email: string, password: string) =>
    retryWhileBusy(() =>
      other.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress: `192.0.2.${address}`,
        headers: { origin: other.origin },
        payload: { email, password },
      }),
    )
  for (let n = 0; n < 11; n += 1) await signIn(ann.email, 'secret2')
  for (let n = 0; n < 3; n += 1) await signIn(`${randomUUID()}@example.org`, 'secret2')
  await other.close()
  const failed = lines().filter(({ security }) => security === 'sign-in-failed')
  const limited = lines().filter(({ security }) => security === 'sign-in-limited')
  for (const line of [...failed, ...limited])
    expect(line).toMatchObject({ kind: 'password', requestId, subject: hash, client: hash })
  const total = (found: Line[]) => found.reduce((sum, { count = 0 }) => sum + count, 0)
  expect(total(failed) + total(limited)).toBe(14)
  expect([failed[0]?.count, limited[0]?.count]).toEqual([1, 1])
  // One more of each in each minute that it takes.
  expect(failed.length + limited.length).toBeLessThan(10)
  expect(limited[0]?.subject).toBe(failed[0]?.subject)
  expect(new Set([...failed, ...limited].map(({ subject }) => subject)).size).toBeGreaterThan(1)
})

it('logs requests beyond the limit and refused calls of one client once', async () => {
  const remoteAddress = `192.0.2.${address}`
  for (let n = 0; n < 700; n += 1) await server.app.inject({ url: n % 2 ? '/user' : '/nothing', remoteAddress })
  expect(lines().slice(0, 2)).toMatchObject([
    { security: 'admin-refused', kind: 'not-signed-in', client: hash, count: 1 },
    { security: 'requests-limited', kind: 'rate', client: hash, count: 1 },
  ])
  expect(lines().length).toBeLessThan(12)
})

it('logs refused admin calls and role changes', async () => {
  const [patient, admin, other] = [await server.person(), await server.person({ role: 'admin' }), await server.person()]
  await server.app.inject({ url: '/user' })
  await server.app.inject({ url: '/user', headers: patient.bearer })
  await server.app.inject({ url: '/user', headers: admin.bearer })
  const promote = { method: 'PUT', url: `/user/admin/${other.email}`, headers: admin.bearer, payload: {} } as const
  await server.app.inject(promote)
  await server.app.inject(promote)
  await server.app.inject({ method: 'DELETE', url: promote.url, headers: admin.bearer })
  const refused = { security: 'admin-refused', requestId, route: 'GET /user' }
  const found = lines()
  expect(found).toEqual([
    expect.objectContaining({ ...refused, kind: 'not-signed-in' }),
    expect.objectContaining({ ...refused, kind: 'not-an-admin', subject: hash }),
    expect.objectContaining({
      security: 'role-changed',
      kind: 'promote-user',
      requestId,
      subject: hash,
      actor: hash,
    }),
    expect.objectContaining({ security: 'role-changed', kind: 'demote-user', subject: found[2]?.subject }),
  ])
  expect(found[0]).not.toHaveProperty('subject')
  expect(found[2]?.actor).not.toBe(found[2]?.subject)
})

it('logs requests for a password reset and new passwords', async () => {
  const ann = await signedUp()
  await post('request-password-reset', { email: ann.email })
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, ann.email, 2)))
  await post('reset-password', { token: 'made-up', newPassword: 'another1' })
  await post('reset-password', { token, newPassword: 'another1' })
  const cookie = cookieOf(await post('sign-in/email', { ...ann, password: 'another1' }))
  await post('change-password', { currentPassword: 'another1', newPassword: 'another2' }, cookie)
  const about = { requestId, subject: hash }
  expect(lines()).toMatchObject([
    { security: 'reset-requested', ...about },
    { security: 'password-changed', kind: 'reset', ...about },
    { security: 'password-changed', kind: 'change', ...about },
  ])
  const all = raw.join('')
  for (const secret of [
    ann.email,
    ann.email.slice(0, 8),
    'Annabel',
    'another1',
    token ?? '',
    /session_token=([^.]+)/.exec(cookie)?.[1] ?? 'none',
  ])
    expect(all).not.toContain(secret)
})
