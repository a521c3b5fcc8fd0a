import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account, user } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail } from '#server/testing/outbox.ts'
import { authOptions, openAuth } from '../better-auth.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const message = 'This password is one of the most common. Please choose another.'
const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })
const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin: server.origin }, payload })

it('a common password is refused at sign-up, in whatever case, and leaves no account', async () => {
  const before = await server.database.db.$count(user)
  for (const password of ['password', 'PassWord', '123456']) {
    const { answer } = await server.signUp({ ...newPerson(), password })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status: 400, detail: message, errors: { password: message } })
  }
  expect(await server.database.db.$count(user)).toBe(before)
})

it('a common password is refused at a reset, whose link stays good', async () => {
  const person = newPerson()
  await server.signUp(person)
  await post('request-password-reset', { email: person.email })
  const token = linkIn(await newestMail(server.config.dataDir, person.email, 2)).searchParams.get('token')
  const refused = await post('reset-password', { token, newPassword: 'iloveyou' })
  expect(refused.json()).toMatchObject({ status: 400, errors: { newPassword: message } })
  expect((await post('reset-password', { token, newPassword: 'another2' })).statusCode).toBe(200)
})

it('a common password is refused at a change of password', async () => {
  const options = authOptions(
    server.database.db,
    server.config,
    randomUUID(),
    pino({ level: 'silent' }),
    async () => {},
  )
  const answer = await openAuth(options).handler(
    new Request(`${server.origin}/api/auth/change-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'secret1', newPassword: 'iloveyou' }),
    }),
  )
  expect([answer.status, await answer.json()]).toMatchObject([400, { errors: { newPassword: message } }])
})

it('a common password is not refused at the login: who has one from before signs in', async () => {
  const person = newPerson()
  const { answer } = await server.signUp(person)
  const password = await hashPassword('iloveyou')
  await server.database.db.update(account).set({ password }).where(eq(account.userId, answer.json().user.id))
  expect((await post('sign-in/email', { ...person, password: 'iloveyou' })).statusCode).toBe(200)
})
