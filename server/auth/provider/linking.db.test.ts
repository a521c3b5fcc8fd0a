import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '#server/database/schema/user.ts'
import { openTestApp } from '#server/testing/app.ts'
import { type GoogleTest, openGoogleTest } from '#server/testing/outside/google.ts'

let server: GoogleTest
beforeAll(async () => {
  server = await openGoogleTest()
  await server.listen()
})
afterAll(() => server.close())

const newPerson = () => ({ name: 'Ann Able', email: `${randomUUID()}@example.org` })

async function signUp(person: { name: string; email: string }, emailVerified: boolean) {
  await server.signUp({ ...person, password: 'secret1' })
  await server.database.db.update(user).set({ emailVerified }).where(eq(user.email, person.email))
}

it('Google links to a password account whose email is verified', async () => {
  const person = newPerson()
  await signUp(person, true)
  const { path } = await server.signIn(person)
  expect(path).toBe('/appointment')
  const [found, ...others] = await server.usersByEmail(person.email)
  expect(others).toEqual([])
  const accounts = await server.accountsOf(found?.id)
  expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(['credential', 'google'])
  expect(accounts.find(({ providerId }) => providerId === 'google')?.accessToken).toBeNull()
})

it('Google does not link to a password account whose email was never verified', async () => {
  const person = newPerson()
  await signUp(person, false)
  const before = await server.counts()
  const { browser, path } = await server.signIn(person)
  expect(path).toBe('/login?from=%2Fappointment&refused=password-account')
  expect(browser.hasCookie('clinic.session_token')).toBe(false)
  expect(await server.counts()).toEqual(before)
  expect((await server.usersByEmail(person.email))[0]?.emailVerified).toBe(false)
})

it('Google links to an account that staff added only after its owner has proven the email', async () => {
  const person = newPerson()
  await server.database.db.insert(user).values({ id: randomUUID(), ...person })
  const { path } = await server.signIn(person)
  expect(path).toBe('/login?from=%2Fappointment&refused=password-account')
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, person.email))
  expect((await server.signIn(person)).path).toBe('/appointment')
})

it('nobody becomes the demo admin through the Google sandbox', async () => {
  const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
  const { path } = await server.signIn({ name: 'Eve', email: 'admin@example.com' })
  expect(path).toBe('/login?from=%2Fappointment&refused=password-account')
  await demo.close()
})

it('an email that has signed in with Google can’t sign up with a password', async () => {
  const person = newPerson()
  await server.signIn(person)
  const { answer } = await server.signUp({ ...person, password: 'secret1' })
  expect(answer.statusCode).toBe(422)
})

it('Google does not skip the second factor', async () => {
  const person = newPerson()
  const { browser } = await server.signIn(person)
  const cookie = browser.jar.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: server.origin, 'content-type': 'application/json' }
  const post = async (call: string, payload: object) =>
    fetch(`${server.origin}/api/auth/two-factor/${call}`, { method: 'POST', headers, body: JSON.stringify(payload) })
  const { totpURI } = (await (await post('enable', {})).json()) as { totpURI: string }
  const code = (URI.parse(totpURI) as TOTP).generate()
  expect((await post('verify-totp', { code })).status).toBe(200)

  const again = await server.signIn(person)
  expect(again.path).toBe('/second-factor?from=%2Fappointment')
  const seen = await again.browser.visit(`${server.origin}/api/auth/get-session`)
  expect(await seen.json()).toBeNull()
})
