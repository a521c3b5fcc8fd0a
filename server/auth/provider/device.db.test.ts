import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '#server/database/schema/user.ts'
import { openBrowser } from '#server/testing/outside/browser.ts'
import { type GoogleTest, openGoogleTest } from '#server/testing/outside/google.ts'

let server: GoogleTest
beforeAll(async () => {
  server = await openGoogleTest({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  await server.listen()
})
afterAll(() => server.close())

function guess(email: string, n: number) {
  const headers = { origin: server.origin, 'x-forwarded-for': `192.0.2.${n}` }
  const payload = { email, password: 'not the one' }
  return server.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, payload })
}

it('a sign-in with Google works and marks the browser as known after unknown browsers have used up the attempts', async () => {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org` }
  const password = 'secret1'
  await server.signUp({ ...person, password })
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, person.email))
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(person.email, n)))
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)

  const { browser, path } = await server.signIn(person)
  expect([path, browser.hasCookie('clinic.device')]).toEqual(['/appointment', true])
  const signInFrom = (client: typeof browser) =>
    client.visit(`${server.origin}/api/auth/sign-in/email`, { json: { email: person.email, password } })
  expect((await signInFrom(browser)).status).toBe(200)
  expect((await signInFrom(openBrowser())).status).toBe(429)
})
