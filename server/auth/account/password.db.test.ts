import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, mailsTo, newestMail } from '#server/testing/outside/outbox.ts'
import { bearerOf, cookieOf, isSignedIn } from '#server/testing/sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const current = 'secret1'
const passwords = { currentPassword: current, newPassword: 'another1' }

async function signedUp(app = server) {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org`, password: current }
  return { ...person, ...(await app.signUp(person)) }
}

function post(call: string, payload: object, headers: Record<string, string> = {}, { app, origin } = server) {
  return app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin, ...headers }, payload })
}
const change = (cookie: string, body: object = passwords) => post('change-password', body, { cookie })
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
const accountOf = async (cookie: string, { app } = server) =>
  (await app.inject({ url: '/api/auth/account', headers: { cookie } })).json()

describe('a change of password', () => {
  it('keeps this device signed in, signs out all others and sends an email', async () => {
    const { email, cookie } = await signedUp()
    const elsewhere = cookieOf(await signIn(email, current))
    const bearers = [await bearerOf(server, cookie, email), await bearerOf(server, elsewhere, email)]
    const answer = await change(cookie, { ...passwords, revokeOtherSessions: false })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const renewed = cookieOf(answer)
    expect([
      await isSignedIn(server, renewed),
      await isSignedIn(server, cookie),
      await isSignedIn(server, elsewhere),
    ]).toEqual([true, false, false])
    const statusOf = async (headers: Record<string, string>) =>
      (await server.app.inject({ url: '/booking', query: { patient: email }, headers })).statusCode
    for (const bearer of bearers) expect(await statusOf(bearer)).toBe(401)
    expect(await statusOf(await bearerOf(server, renewed, email))).toBe(200)
    expect((await signIn(email, current)).statusCode).toBe(401)
    expect((await signIn(email, 'another1')).statusCode).toBe(200)
    const notice = await newestMail(server.config.dataDir, email, 2)
    expect(notice.subject).toBe('Your password was changed')
    expect(notice.text.replaceAll(/\s+/g, ' ')).toContain('and all other devices were signed out')
    expect(linkIn(notice).pathname).toBe('/forgot-password')
  })

  it('ends the sessions in the statement that changes the hash', async () => {
    const [ann, bo] = [await signedUp(), await signedUp()]
    const { id } = ann.answer.json().user
    const update = (to: object) => server.database.db.update(account).set(to).where(eq(account.userId, id))
    await update({ updatedAt: new Date() })
    expect(await isSignedIn(server, ann.cookie)).toBe(true)
    await update({ password: 'another hash' })
    expect([await isSignedIn(server, ann.cookie), await isSignedIn(server, bo.cookie)]).toEqual([false, true])
  })

  it('never sends the session token in a body', async () => {
    const answer = await change((await signedUp()).cookie)
    const [{ value = '' } = {}] = answer.cookies
    expect(answer.body).not.toContain(value.split('.')[0])
  })

  it('requires the current password', async () => {
    const { email, cookie } = await signedUp()
    const elsewhere = cookieOf(await signIn(email, current))
    const refused = await change(cookie, { ...passwords, currentPassword: 'secret2' })
    expect(refused.json()).toMatchObject({
      status: 400,
      errors: { currentPassword: 'This is not your current password' },
    })
    expect([await isSignedIn(server, cookie), await isSignedIn(server, elsewhere)]).toEqual([true, true])
    expect((await signIn(email, current)).statusCode).toBe(200)
    expect(await mailsTo(server.config.dataDir, email)).toHaveLength(1)
  })

  it.each([
    [{}, { currentPassword: 'Password is Required', newPassword: 'Password is Required' }],
    [{ ...passwords, newPassword: '12345' }, { newPassword: 'Must be 6 characters or longer' }],
    [{ ...passwords, newPassword: 'x'.repeat(129) }, { newPassword: 'Must be 128 characters or shorter' }],
    [{ ...passwords, newPassword: ['another1'] }, { newPassword: 'Password is Required' }],
  ])('refuses %j and names the field', async (body, errors) => {
    const refused = await change((await signedUp()).cookie, body)
    expect([refused.statusCode, refused.json().errors]).toEqual([400, errors])
  })

  it('requires a session and our own origin', async () => {
    const { cookie } = await signedUp()
    expect((await change('')).statusCode).toBe(401)
    expect((await post('change-password', passwords, { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect(await isSignedIn(server, cookie)).toBe(true)
  })

  it('is limited after ten wrong passwords', async () => {
    const { cookie } = await signedUp()
    const limited = await openTestApp({ database: server.database, env: { RATE_LIMIT: 'on' } })
    const statuses = []
    for (let n = 0; n < 11; n += 1) {
      const answer = await post('change-password', { ...passwords, currentPassword: 'secret2' }, { cookie }, limited)
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    await limited.close()
  })
})

describe('the account', () => {
  it('shows whether the email is verified', async () => {
    const { email, cookie } = await signedUp()
    expect(await accountOf(cookie)).toEqual({ emailConfirmed: false, password: 'own', secondFactor: 'off' })
    await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, email))
    expect(await accountOf(cookie)).toEqual({ emailConfirmed: true, password: 'own', secondFactor: 'off' })
  })

  it('shows that it has no password, and a change sets none', async () => {
    const { cookie, answer } = await signedUp()
    const { id } = answer.json().user
    await server.database.db.update(account).set({ providerId: 'google' }).where(eq(account.userId, id))
    expect(await accountOf(cookie)).toMatchObject({ password: 'none' })
    expect((await change(cookie)).json()).toMatchObject({ status: 400, code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' })
    expect(await isSignedIn(server, cookie)).toBe(true)
  })

  it('of the demo admin keeps its password', async () => {
    const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    const demoAdmin = { email: 'admin@example.com', password: 'demo-admin' }
    const cookie = cookieOf(await post('sign-in/email', demoAdmin, {}, demo))
    expect(await accountOf(cookie, demo)).toMatchObject({ password: 'advertised' })
    const change = { currentPassword: demoAdmin.password, newPassword: 'another1' }
    const refused = await post('change-password', change, { cookie }, demo)
    expect(refused.json()).toMatchObject({
      status: 403,
      detail: 'The password of the demo admin stays as it is shown.',
    })
    expect((await post('sign-in/email', demoAdmin, {}, demo)).statusCode).toBe(200)
    await demo.close()
  })
})
