import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const message = 'Please choose a password that is less common and harder to guess.'
const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })
function post(call: string, payload: object, cookie = '') {
  const headers = { origin: server.origin, ...(cookie && { cookie }) }
  return server.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers, payload })
}

it('sign-up refuses a common or trivial password in any case and creates no account', async () => {
  const before = await server.database.db.$count(user)
  for (const password of ['password', 'PassWord', '123456', 'abcdef', 'FEDCBA', 'a1a1a1']) {
    const { answer } = await server.signUp({ ...newPerson(), password })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status: 400, detail: message, errors: { password: message } })
  }
  expect(await server.database.db.$count(user)).toBe(before)
})

it('a reset refuses a common password and keeps the link valid', async () => {
  const person = newPerson()
  await server.signUp(person)
  await post('request-password-reset', { email: person.email })
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, person.email, 2)))
  const refused = await post('reset-password', { token, newPassword: 'iloveyou' })
  expect(refused.json()).toMatchObject({ status: 400, errors: { newPassword: message } })
  expect((await post('reset-password', { token, newPassword: 'another2' })).statusCode).toBe(200)
})

it('every call that sets a password refuses the user’s and the clinic’s names and changes nothing', async () => {
  const email = `annabel.${randomUUID()}@example.org`
  const person = { name: 'Ann Able-Baker', email, password: 'a fine passphrase' }
  const words = ['Annabel2024', 'ann able-baker', 'baker1', email, 'LumenDental1']
  for (const password of words) {
    const { answer } = await server.signUp({ ...person, password })
    expect(answer.json(), password).toMatchObject({ status: 400, detail: message, errors: { password: message } })
  }
  const { cookie } = await server.signUp(person)
  await post('request-password-reset', { email })
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, email, 2)))
  for (const newPassword of words) {
    const refused = { status: 400, errors: { newPassword: message } }
    expect((await post('reset-password', { token, newPassword })).json(), newPassword).toMatchObject(refused)
    const change = { currentPassword: person.password, newPassword }
    expect((await post('change-password', change, cookie)).json(), newPassword).toMatchObject(refused)
  }
  expect((await post('sign-in/email', person)).statusCode).toBe(200)
  expect((await post('reset-password', { token, newPassword: 'another2' })).statusCode).toBe(200)
})

it('demo mode accepts any six characters', async () => {
  const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
  for (const password of ['123456', 'annabel', 'abcdef']) {
    const { answer } = await demo.signUp({ ...newPerson(), name: 'Annabel', password })
    expect(answer.statusCode).toBe(200)
  }
  expect((await demo.signUp({ ...newPerson(), password: '12345' })).answer.statusCode).toBe(400)
  await demo.close()
})

it('sign-in accepts a common password from before they were refused', async () => {
  const person = newPerson()
  const { answer } = await server.signUp(person)
  const password = await hashPassword('iloveyou')
  await server.database.db.update(account).set({ password }).where(eq(account.userId, answer.json().user.id))
  expect((await post('sign-in/email', { ...person, password: 'iloveyou' })).statusCode).toBe(200)
})
