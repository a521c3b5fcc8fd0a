import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { requestIdHeader } from '#contract/kit/problem.ts'
import { verification } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp } from '#server/testing/app.ts'
import { linkIn, mailsTo, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { isSignedIn } from '#server/testing/sessions.ts'

const server = await openTestApp()
afterAll(() => server.close())

const { dataDir } = server.config
const { post, requestReset, newPerson, reset, signIn, verify, signedUp, resetToken } = passwordCalls(server)

describe('a forgotten password', () => {
  it('is replaced through an emailed link, which ends every session and sends an email', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    expect(await isSignedIn(server, ann.cookie)).toBe(true)
    expect((await reset(token, 'another1')).statusCode).toBe(200)
    expect(await isSignedIn(server, ann.cookie)).toBe(false)
    expect((await signIn(ann)).statusCode).toBe(401)
    expect((await signIn({ ...ann, password: 'another1' })).statusCode).toBe(200)
    const notice = await newestMail(dataDir, ann.email, 3)
    expect(notice.subject).toBe('Your password was changed')
    expect(linkIn(notice).pathname).toBe('/forgot-password')
  })

  it('accepts a link once and refuses a made-up one', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    const answers = await Promise.all([reset(token, 'another1'), reset(token, 'another2')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const refused = await reset('made-up', 'another3')
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_TOKEN'])
  })

  it('accepts a link for one hour', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    const rows = await server.database.db.select().from(verification)
    const minutes = rows.map(({ expiresAt }) => (Number(expiresAt) - Date.now()) / 60_000)
    expect(Math.max(...minutes)).toBeGreaterThan(58)
    expect(Math.max(...minutes)).toBeLessThan(61)
    await server.database.db.update(verification).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await reset(token, 'another1')).statusCode).toBe(400)
    expect((await signIn(ann)).statusCode).toBe(200)
  })

  it('keeps a link valid after a refused password', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    const refused = await reset(token, '12345')
    expect(refused.json().errors).toEqual({ newPassword: 'Must be 6 characters or longer' })
    expect((await reset(token, 'another1')).statusCode).toBe(200)
  })

  it('refuses a request from another site', async () => {
    const refused = await post('request-password-reset', { email: 'a@example.org' }, { origin: 'https://evil.example' })
    expect(refused.statusCode).toBe(403)
  })

  it('stores no usable link in the database', async () => {
    const ann = await signedUp()
    const token = await resetToken(ann.email)
    const tables = [await server.database.db.select().from(verification), await server.database.db.select().from(mail)]
    expect(JSON.stringify(tables)).not.toContain(token)
  })
})

describe('a request for a reset link', () => {
  const headersOf = ({ headers: { date, [requestIdHeader]: id, ...rest } }: Awaited<ReturnType<typeof requestReset>>) =>
    rest

  it('gets the same response with and without an account, and only accounts get an email', async () => {
    const ann = await signedUp()
    const unknown = newPerson().email
    const answers = [await requestReset(ann.email), await requestReset(unknown)]
    expect(answers[0]?.statusCode).toBe(200)
    expect(answers[1]?.body).toBe(answers[0]?.body)
    expect(answers.map(headersOf)[1]).toEqual(answers.map(headersOf)[0])
    await newestMail(dataDir, ann.email, 2)
    await expect.poll(async () => (await requestsTo(unknown)).every(({ doneAt }) => doneAt)).toBe(true)
    expect(await mailsTo(dataDir, unknown)).toEqual([])
  })

  it('is answered before the account is looked up', async () => {
    const ann = await signedUp()
    await newestMail(dataDir, ann.email)
    const { db } = server.database
    await db.execute(sql`ALTER TABLE "user" RENAME TO user_out_of_reach`)
    const answers = await Promise.all([requestReset(ann.email), requestReset(newPerson().email)])
    await db.execute(sql`ALTER TABLE user_out_of_reach RENAME TO "user"`)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  const requestsTo = async (email: string) =>
    (await server.database.db.select().from(mail).where(eq(mail.recipient, email))).filter(
      ({ kind }) => kind === 'password-reset',
    )
})

describe('an email', () => {
  const isVerified = async (email: string) =>
    (await server.database.db.select().from(user).where(eq(user.email, email)))[0]?.emailVerified

  async function verifyToken(email: string) {
    const found = await newestMail(dataDir, email)
    expect(found.subject).toBe('Confirm your email address')
    const link = linkIn(found)
    expect(link.origin + link.pathname).toBe(`${server.origin}/verify-email`)
    return tokenIn(link)
  }

  it('is verified by the link sent at sign-up', async () => {
    const ann = await signedUp()
    expect(await isVerified(ann.email)).toBe(false)
    const token = await verifyToken(ann.email)
    expect((await verify(`${token}x`, ann.cookie)).statusCode).toBe(401)
    expect(await isVerified(ann.email)).toBe(false)
    const { statusCode, headers } = await verify(token, ann.cookie)
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined])
    expect(await isVerified(ann.email)).toBe(true)
    expect((await verify(token, ann.cookie)).statusCode).toBe(200)
  })

  it('is not verified by somebody who opens the link signed out or as another user', async () => {
    const [stranger, owner] = [await signedUp(), await signedUp()]
    const token = await verifyToken(stranger.email)
    expect((await verify(token)).statusCode).toBe(401)
    expect((await verify(token, owner.cookie)).statusCode).toBe(403)
    expect(await isVerified(stranger.email)).toBe(false)
  })

  it('gets another link for the user who is signed in with it', async () => {
    const ann = await signedUp()
    const again = (email: string) => post('send-verification-email', { email }, { cookie: ann.cookie })
    expect((await again('else@example.org')).statusCode).toBe(400)
    expect((await again(ann.email)).statusCode).toBe(200)
    await newestMail(dataDir, ann.email, 2)
    await verify(await verifyToken(ann.email), ann.cookie)
    expect((await again(ann.email)).json()).toMatchObject({ status: 400, code: 'EMAIL_ALREADY_VERIFIED' })
  })

  it('is verified by a used reset link too', async () => {
    const ann = await signedUp()
    await reset(await resetToken(ann.email), 'another1')
    expect(await isVerified(ann.email)).toBe(true)
  })

  it('is verified without a redirect: the call refuses a callback URL', async () => {
    const { cookie } = await signedUp()
    const answer = await post('verify-email', { token: 'x', callbackURL: 'https://evil.example' }, { cookie })
    expect(answer.statusCode).toBe(400)
  })
})

it('five password resets can be requested from one address in ten minutes', async () => {
  const limited = await openTestApp({ database: server.database, env: { RATE_LIMIT: 'on' } })
  const statuses = []
  for (let n = 0; n < 6; n += 1) {
    const { statusCode } = await limited.app.inject({
      method: 'POST',
      url: '/api/auth/request-password-reset',
      remoteAddress: '192.0.2.9',
      headers: { origin: limited.origin },
      payload: newPerson(),
    })
    statuses.push(statusCode)
  }
  expect(statuses).toEqual([...Array(5).fill(200), 429])
  await limited.close()
})

describe('demo mode', () => {
  it('shows its emails on a page without scripts, unless it is off or has a mail server', async () => {
    const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    const ann = newPerson()
    await demo.signUp(ann)
    const { id } = await newestMail(demo.config.dataDir, ann.email)
    const list = await demo.app.inject('/sandbox/outbox')
    expect(list.body).toContain(ann.email)
    const policy = list.headers['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; style-src 'self' 'sha256-[^']+'; font-src 'self'; img-src data:;/)
    expect(policy).not.toMatch(/script|unsafe/)
    const shown = await demo.app.inject(`/sandbox/outbox/${id}`)
    expect(shown.body).toContain(`<a href="${demo.origin}/verify-email#token=`)
    for (const other of [randomUUID(), '..%2f..%2fauth-secret']) {
      expect((await demo.app.inject(`/sandbox/outbox/${other}`)).statusCode).toBeGreaterThanOrEqual(400)
    }
    await demo.close()
    expect((await server.app.inject('/sandbox/outbox')).statusCode).toBe(404)
    const withMailServer = await openTestApp({
      database: server.database,
      env: { DEMO: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    expect((await withMailServer.app.inject('/sandbox/outbox')).statusCode).toBe(404)
    await withMailServer.close()
  })

  it('sends no reset link to the demo admin', async () => {
    const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    const payload = { email: 'admin@example.com' }
    const url = '/api/auth/request-password-reset'
    await demo.app.inject({ method: 'POST', url, headers: { origin: demo.origin }, payload })
    const done = async () =>
      (await server.database.db.select().from(mail).where(eq(mail.recipient, payload.email)))[0]?.doneAt
    await expect.poll(done).toBeTruthy()
    expect(await mailsTo(demo.config.dataDir, payload.email)).toEqual([])
    await demo.close()
  })
})
