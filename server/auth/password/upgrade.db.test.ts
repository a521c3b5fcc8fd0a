import { randomUUID } from 'node:crypto'
import { hashPassword as scryptHash } from 'better-auth/crypto'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account, attemptBucket, verification } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { isSignedIn, retryWhileBusy } from '#server/testing/sessions.ts'
import { openDevices } from '../guessing/device.ts'
import { replacePasswordHash } from '../store.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { RATE_LIMIT: 'on' } })
})
afterAll(() => server.close())

let calls = 0
function post(call: string, payload: object, cookie = '') {
  calls += 1
  const headers = { origin: server.origin, ...(cookie && { cookie }) }
  const remoteAddress = `10.0.0.${calls}`
  const url = `/api/auth/${call}`
  return retryWhileBusy(() => server.app.inject({ method: 'POST', url, remoteAddress, headers, payload }))
}

/** Inserts a user with a scrypt hash, and returns them with the device cookie of that time. */
async function oldAccount() {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' }
  const { answer, cookie } = await server.signUp(person)
  const { id } = answer.json().user
  const old = await scryptHash(person.password)
  await replacePasswordHash(server.database.db, await hashOf(id), old)
  const device = openDevices(server.secret).remember('', { email: person.email, passwordHash: old })
  return { ...person, id, cookie, device: `clinic.device=${encodeURIComponent(device)}` }
}

async function hashOf(userId: string) {
  const [found] = await server.database.db.select().from(account).where(eq(account.userId, userId))
  return found?.password ?? ''
}

it('a sign-in replaces a scrypt hash and ends neither sessions nor reset links', async () => {
  const ann = await oldAccount()
  await post('request-password-reset', { email: ann.email })
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, ann.email, 2)))
  expect((await post('sign-in/email', { ...ann, password: 'secret2' })).statusCode).toBe(401)
  expect(await hashOf(ann.id)).not.toContain('argon2')
  expect((await post('sign-in/email', ann)).statusCode).toBe(200)
  expect(await hashOf(ann.id)).toMatch(/^\$argon2id\$/)
  expect(await isSignedIn(server, ann.cookie)).toBe(true)
  expect(await server.database.db.$count(verification, eq(verification.value, ann.id))).toBe(1)
  expect((await post('sign-in/email', ann)).statusCode).toBe(200)
  expect((await post('reset-password', { token, newPassword: 'another1' })).statusCode).toBe(200)
})

it('a browser that signs in stays known and uses up no attempt', async () => {
  const ann = await oldAccount()
  await server.database.db.delete(attemptBucket)
  const answer = await post('sign-in/email', ann, ann.device)
  expect(answer.statusCode).toBe(200)
  expect(await server.database.db.$count(attemptBucket, gt(attemptBucket.fullAt, sql`now()`))).toBe(0)

  const guesses = await Promise.all(
    Array.from({ length: 11 }, () => post('sign-in/email', { ...ann, password: 'secret2' })),
  )
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  const device = answer.cookies.find(({ name }) => name === 'clinic.device')?.value ?? ''
  expect((await post('sign-in/email', ann, `clinic.device=${encodeURIComponent(device)}`)).statusCode).toBe(200)
  expect((await post('sign-in/email', ann)).statusCode).toBe(429)
})
