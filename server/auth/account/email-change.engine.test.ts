import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { session } from '#server/database/schema/auth.ts'
import { patient } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, mailsTo, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { isSignedIn } from '#server/testing/sessions.ts'

let server: TestApp
let calls: ReturnType<typeof passwordCalls>

beforeAll(async () => {
  server = await openTestApp()
  calls = passwordCalls(server)
})
afterAll(() => server.close())

const newEmail = () => `${randomUUID()}@example.org`

/** Sends a call of the account page. */
const send = (method: 'GET' | 'POST' | 'DELETE', path: string, cookie: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api/auth/${path}`,
    headers: { origin: server.origin, cookie },
    ...(payload && { payload }),
  })
const post = (path: string, payload: object, cookie = '') => send('POST', path, cookie, payload)

/** Signs up, proves who it is and asks for a new email. Returns the token of the link. */
async function ask(email: string) {
  const ann = await calls.confirmed()
  const { cookie } = ann
  await server.database.db.update(session).set({ confirmedAt: new Date(Date.now() - 7_200_000) })
  expect((await post('email', { email }, cookie)).json().code).toBe('CONFIRMATION_NEEDED')
  await post('confirm', { password: ann.password }, cookie)
  const answer = await post('email', { email }, cookie)
  expect(answer.statusCode, answer.body).toBe(204)
  return { ...ann, token: tokenIn(linkIn(await newestMail(server.config.dataDir, email))) }
}

it('a new email counts once its link is opened: then it signs in, and the former one is told', async () => {
  const email = newEmail()
  const ann = await ask(email)
  expect((await calls.signIn({ email, password: ann.password })).statusCode).toBe(401)
  expect(await isSignedIn(server, ann.cookie)).toBe(true)
  expect((await post('email/confirm', { token: ann.token }, ann.cookie)).statusCode).toBe(204)
  expect(await isSignedIn(server, ann.cookie)).toBe(false)
  expect((await calls.signIn({ email, password: ann.password })).statusCode).toBe(200)
  expect((await calls.signIn({ email: ann.email, password: ann.password })).statusCode).toBe(401)
  await expect
    .poll(async () => (await mailsTo(server.config.dataDir, ann.email)).map(({ subject }) => subject))
    .toContain('Your email address was changed')
  expect(await server.database.db.$count(patient, eq(patient.email, email))).toBe(1)
})

it('an email that another account has changes nothing', async () => {
  const other = await calls.confirmed()
  const email = newEmail()
  const ann = await ask(email)
  await server.database.db.update(user).set({ email }).where(eq(user.email, other.email))
  expect((await post('email/confirm', { token: ann.token }, ann.cookie)).json().code).toBe('email-taken')
  expect((await calls.signIn({ email: ann.email, password: ann.password })).statusCode).toBe(200)
})

it('the newer of two links counts; a forged one is nothing', async () => {
  const ann = await ask(newEmail())
  const second = newEmail()
  await post('email', { email: second }, ann.cookie)
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, second)))
  for (const wrong of [ann.token, `x${token}`])
    expect((await post('email/confirm', { token: wrong }, ann.cookie)).statusCode).toBe(404)
  const answers = await Promise.all([1, 2].map(() => post('email/confirm', { token }, ann.cookie)))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
})

it('an account whose email nobody has confirmed asks for no other', async () => {
  const eve = await calls.signedUp()
  const victim = newEmail()
  const answer = await post('email', { email: victim }, eve.cookie)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
  expect(await mailsTo(server.config.dataDir, victim)).toEqual([])
})

it('the link changes nothing in a browser that is signed out or signed in to another account', async () => {
  const eve = await ask(newEmail())
  const victim = await calls.confirmed()
  expect((await post('email/confirm', { token: eve.token })).statusCode).toBe(401)
  const refused = await post('email/confirm', { token: eve.token }, victim.cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'other-account'])
  expect(await isSignedIn(server, eve.cookie)).toBe(true)
  expect((await calls.signIn({ email: eve.email, password: eve.password })).statusCode).toBe(200)
})

it('a new email that waits is shown and can be withdrawn, and the present address gets a message', async () => {
  const email = newEmail()
  const ann = await ask(email)
  expect((await send('GET', 'email', ann.cookie)).json().pending).toMatchObject({ email })
  await expect
    .poll(async () => (await mailsTo(server.config.dataDir, ann.email)).map(({ subject }) => subject))
    .toContain('Your email address is about to change')
  expect((await send('DELETE', 'email', ann.cookie)).statusCode).toBe(204)
  expect((await send('GET', 'email', ann.cookie)).json()).toEqual({})
  expect((await post('email/confirm', { token: ann.token }, ann.cookie)).statusCode).toBe(404)
  const trail = await server.database.db.select().from(audit).where(eq(audit.actor, ann.email))
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['ask-email-change', 'withdraw-email-change']),
  )
})
