import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account, mail } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { countScrypt } from '#server/testing/scrypt.ts'

let server: TestApp
let scrypt: ReturnType<typeof countScrypt>
beforeAll(async () => {
  server = await openTestApp({ env: { RATE_LIMIT: 'on' } })
  scrypt = countScrypt()
})
afterAll(async () => {
  scrypt.restore()
  await server.close()
})

const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })
const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin: server.origin }, payload })

async function guess(email: string) {
  const before = scrypt.runs()
  const { statusCode, body, headers } = await post('sign-in/email', { email, password: 'not the one' })
  return { runs: scrypt.runs() - before, statusCode, body, headers: Object.keys(headers).sort() }
}

it('a login that fails is the same answer by the same work: wrong password, no password, no account', async () => {
  const [ann, bob] = [newPerson(), newPerson()]
  await server.signUp(ann)
  const { answer } = await server.signUp(bob)
  // As after a sign-up with Google.
  await server.database.db.delete(account).where(eq(account.userId, answer.json().user.id))
  const wrong = await guess(ann.email)
  expect([wrong.runs, wrong.statusCode]).toEqual([1, 401])
  expect(await guess(bob.email)).toEqual(wrong)
  expect(await guess(newPerson().email)).toEqual(wrong)
})

it('asking for a new password is one row, with an account or without, and no work on passwords', async () => {
  const ann = newPerson()
  await server.signUp(ann)
  const before = scrypt.runs()
  for (const email of [ann.email, newPerson().email]) {
    expect((await post('request-password-reset', { email })).statusCode).toBe(200)
    const asked = and(eq(mail.recipient, email), eq(mail.kind, 'password-reset'))
    expect(await server.database.db.$count(mail, asked)).toBe(1)
  }
  expect(scrypt.runs()).toBe(before)
})
