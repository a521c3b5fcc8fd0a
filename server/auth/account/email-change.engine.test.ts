import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
const post = (path: string, payload: object, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { origin: server.origin, cookie },
    payload,
  })

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
  expect((await post('email/confirm', { token: ann.token })).statusCode).toBe(204)
  expect(await isSignedIn(server, ann.cookie)).toBe(false)
  expect((await calls.signIn({ email, password: ann.password })).statusCode).toBe(200)
  expect((await calls.signIn({ email: ann.email, password: ann.password })).statusCode).toBe(401)
  await expect
    .poll(async () => (await mailsTo(server.config.dataDir, ann.email)).map(({ subject }) => subject))
    .toContain('Your email address was changed')
  expect(await server.database.db.$count(patient, eq(patient.email, email))).toBe(1)
  expect((await post('email/confirm', { token: ann.token })).json().code).toBe('email-taken')
})

it('an email that another account has changes nothing', async () => {
  const other = await calls.confirmed()
  const email = newEmail()
  const ann = await ask(email)
  await server.database.db.update(user).set({ email }).where(eq(user.email, other.email))
  expect((await post('email/confirm', { token: ann.token })).json().code).toBe('email-taken')
  expect((await calls.signIn({ email: ann.email, password: ann.password })).statusCode).toBe(200)
})

it('of two links, the one that is opened first wins; a forged one is nothing', async () => {
  const ann = await ask(newEmail())
  const second = newEmail()
  await post('email', { email: second }, ann.cookie)
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, second)))
  const answers = await Promise.all([ann.token, token].map((each) => post('email/confirm', { token: each })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
  expect((await post('email/confirm', { token: `x${token}` })).statusCode).toBe(404)
})
