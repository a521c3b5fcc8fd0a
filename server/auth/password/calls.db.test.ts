import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLimits } from '#server/database/attempts.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cookieOf, retryWhileBusy } from '#server/testing/sessions.ts'
import { openPasswordCalls } from './calls.ts'

let server: TestApp
let limits: ReturnType<typeof openLimits>
beforeAll(async () => {
  server = await openTestApp({ env: { RATE_LIMIT: 'on' } })
  limits = openLimits(server.database.db, server.secret)
})
afterAll(() => server.close())

const respond = (status: number) => async () => Response.json({}, { status })
function tally(statuses: number[]) {
  const count: Record<number, number> = {}
  for (const status of statuses) count[status] = (count[status] ?? 0) + 1
  return count
}
const burst = async (
  size: number,
  call: (ip: string, run: () => Promise<Response>) => Promise<Response>,
  status: number,
  ip = randomUUID(),
) =>
  tally(
    (await Promise.all(Array.from({ length: size }, () => call(ip, respond(status))))).map(
      (response) => response.status,
    ),
  )

const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })
function post(call: string, payload: object, remoteAddress: string, cookie = '') {
  const headers = { origin: server.origin, ...(cookie && { cookie }) }
  const url = `/api/auth/${call}`
  return retryWhileBusy(() => server.app.inject({ method: 'POST', url, remoteAddress, headers, payload }))
}

describe('concurrent calls from one address', () => {
  it('two hundred sign-ups and as many sign-ins succeed in demo mode', async () => {
    const calls = openPasswordCalls(limits, { enabled: true, demo: true })
    const address = randomUUID()
    expect(await Promise.all([burst(200, calls.signUp, 200, address), burst(200, calls.signIn, 200, address)])).toEqual(
      [{ 200: 200 }, { 200: 200 }],
    )
  })

  it('any number of sign-ins and twenty sign-ups succeed without demo mode', async () => {
    const calls = openPasswordCalls(limits, { enabled: true, demo: false })
    expect(await burst(60, calls.signIn, 200)).toEqual({ 200: 60 })
    expect(await burst(30, calls.signUp, 200)).toEqual({ 200: 20, 429: 10 })
  })

  it('failed sign-ups do not count, unless they reveal that an email is taken', async () => {
    const calls = openPasswordCalls(limits, { enabled: true, demo: false })
    expect(await burst(40, calls.signUp, 400)).toEqual({ 400: 40 })
    expect(await burst(15, calls.signUp, 422)).toEqual({ 422: 10, 429: 5 })
  })

  it('ten sign-ins may fail', async () => {
    const calls = openPasswordCalls(limits, { enabled: true, demo: false })
    expect(await burst(15, calls.signIn, 401)).toEqual({ 401: 10, 429: 5 })
  })

  it('a call that throws uses up no attempt', async () => {
    const calls = openPasswordCalls(limits, { enabled: true, demo: false })
    const address = randomUUID()
    for (let n = 0; n < 12; n += 1)
      await expect(calls.signIn(address, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await calls.signIn(address, respond(200))).status).toBe(200)
  })
})

it('a call beyond the limit of concurrent calls gets 503 and does not run', async () => {
  const calls = openPasswordCalls(limits, { enabled: false, demo: false, maxConcurrent: 2 })
  const turn = () => new Promise<Response>((resolve) => setImmediate(resolve, Response.json({})))
  const running = [calls.reset(turn), calls.signIn('a', turn)]
  await expect(calls.signUp('b', respond(200))).rejects.toMatchObject({
    status: 503,
    message: 'Many people are signing in at the moment. Please try again in 10 seconds.',
  })
  await Promise.all(running)
  expect((await calls.signUp('b', respond(200))).status).toBe(200)
})

it('one address can’t fill the queue', async () => {
  const calls = openPasswordCalls(limits, { enabled: true, demo: false })
  const address = randomUUID()
  const answers = await Promise.allSettled(Array.from({ length: 200 }, () => calls.signIn(address, respond(200))))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(95)
  expect((await calls.signIn(randomUUID(), respond(200))).status).toBe(200)
})

describe('over HTTP', () => {
  it('after ten sign-ups with a taken email the response is 429 with the wait in words', async () => {
    const person = newPerson()
    await server.signUp(person)
    const from = '192.0.2.20'
    for (let n = 0; n < 10; n += 1) expect((await post('sign-up/email', person, from)).statusCode).toBe(422)
    const refused = await post('sign-up/email', newPerson(), from)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30)
    expect(refused.json().detail).toMatch(/^Too many attempts\. Please try again in (a minute|\d+ seconds)\.$/)
  })

  it('Better Auth’s own limits also give the wait in words', async () => {
    const requestReset = () => post('request-password-reset', { email: newPerson().email }, '192.0.2.21')
    for (let n = 0; n < 5; n += 1) await requestReset()
    const refused = await requestReset()
    expect(refused.json()).toMatchObject({ status: 429, detail: 'Too many attempts. Please try again in 10 minutes.' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
  })

  it('wrong current passwords count for the account from every address, correct ones do not', async () => {
    const person = newPerson()
    const { cookie } = await server.signUp(person)
    const change = (currentPassword: string, newPassword: string, n: number, as = cookie) =>
      post('change-password', { currentPassword, newPassword }, `192.0.2.${n}`, as)
    let own = cookie
    for (let n = 0; n < 3; n += 1) {
      const [from, to] = n % 2 ? ['another1', 'secret1'] : ['secret1', 'another1']
      const answer = await change(from, to, 30, own)
      expect(answer.statusCode).toBe(200)
      own = cookieOf(answer)
    }
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (await change('wrong 1', 'another2', n + 40, own)).statusCode),
    )
    expect(tally(statuses)).toEqual({ 400: 10, 429: 2 })
    const refused = await change('another1', 'another2', 60, own)
    expect(refused.json()).toMatchObject({ status: 429, detail: 'Too many attempts. Please try again in 3 minutes.' })
  })
})
