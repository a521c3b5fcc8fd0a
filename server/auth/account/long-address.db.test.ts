import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const label = 'x'.repeat(63)
const longest = `${'a+'.repeat(32)}@${label}.${label}.${'y'.repeat(57)}.org`
const password = 'a fine passphrase'
const name = 'Ann'

const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin: server.origin }, payload })

it('an email of 254 characters works in every call', async () => {
  expect(longest).toHaveLength(254)
  const { answer, cookie } = await server.signUp({ name, email: longest, password })
  expect(answer.statusCode).toBe(200)
  const path = encodeURIComponent(longest)
  const bearer = await bearerOf(server, cookie, path)
  const admin = await server.person({ role: 'admin' })
  const status = async (method: 'GET' | 'PUT', url: string, headers: Record<string, string>, payload?: object) =>
    (await server.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  const statuses = [
    await status('PUT', `/user/${path}`, { cookie, origin: server.origin }, { email: longest }),
    await status('GET', `/booking?patient=${path}`, bearer),
    await status('GET', `/admin/${path}`, bearer),
    await status('GET', `/user?search=${path.slice(0, 90)}`, admin.bearer),
  ]
  expect(statuses).toEqual([200, 200, 200, 200])
  await post('request-password-reset', { email: longest })
  const link = linkIn(await newestMail(server.config.dataDir, longest, 2))
  const reset = { token: tokenIn(link), newPassword: 'another passphrase' }
  expect((await post('reset-password', reset)).statusCode).toBe(200)
  // The reset has confirmed the email.
  expect(await status('PUT', `/user/admin/${path}`, admin.bearer, {})).toBe(200)
  const again = await post('sign-in/email', { email: longest, password: 'another passphrase' })
  expect(cookieOf(again)).toContain('session_token')
})

it.each([`x${longest}`, `${'a'.repeat(65)}@example.org`, 'ann@clinic.xn--'])(
  'sign-up refuses an email that can’t be stored: %s',
  async (email) => {
    const { answer } = await server.signUp({ name, email, password })
    expect(answer.json()).toMatchObject({ status: 400, errors: { email: 'Provide a valid Email' } })
  },
)
