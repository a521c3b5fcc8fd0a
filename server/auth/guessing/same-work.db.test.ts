import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPasswordHashes } from '#server/auth/testing/password-hashes.ts'
import { account } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let hashes: ReturnType<typeof countPasswordHashes>
beforeAll(async () => {
  server = await openTestApp({ env: { RATE_LIMIT: 'on' } })
  hashes = countPasswordHashes()
})
afterAll(async () => {
  hashes.restore()
  await server.close()
})

const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })
const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin: server.origin }, payload })

async function guess(email: string) {
  const before = hashes.runs()
  const { statusCode, body, headers } = await post('sign-in/email', { email, password: 'not the one' })
  const { argon2, scrypt } = hashes.runs()
  const runs = { argon2: argon2 - before.argon2, scrypt: scrypt - before.scrypt }
  return { runs, statusCode, body, headers: Object.keys(headers).sort() }
}

it('a failed sign-in has the same response and the same work for a wrong password, no password and no account', async () => {
  const [ann, bob] = [newPerson(), newPerson()]
  await server.signUp(ann)
  const { answer } = await server.signUp(bob)
  // As after a sign-up with Google.
  await server.database.db.delete(account).where(eq(account.userId, answer.json().user.id))
  const wrong = await guess(ann.email)
  expect([wrong.runs, wrong.statusCode]).toEqual([{ argon2: 1, scrypt: 0 }, 401])
  expect(await guess(bob.email)).toEqual(wrong)
  expect(await guess(newPerson().email)).toEqual(wrong)
})

it('a request for a password reset inserts one row and hashes nothing, with an account or without', async () => {
  const ann = newPerson()
  await server.signUp(ann)
  const before = hashes.runs()
  for (const email of [ann.email, newPerson().email]) {
    expect((await post('request-password-reset', { email })).statusCode).toBe(200)
    const request = and(eq(mail.recipient, email), eq(mail.kind, 'password-reset'))
    expect(await server.database.db.$count(mail, request)).toBe(1)
  }
  expect(hashes.runs()).toEqual(before)
})
