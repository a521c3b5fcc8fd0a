import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codeOf, kept, secondFactorCalls, withPasskey } from '#server/auth/testing/second-factor.ts'
import { user } from '#server/database/schema/user.ts'
import { type GoogleTest, openGoogleTest } from '#server/testing/outside/google.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'

let server: GoogleTest
let calls: ReturnType<typeof passwordCalls>
let raw: string[] = []
beforeAll(async () => {
  server = await openGoogleTest({ LOG_LEVEL: 'info' }, { write: (line) => raw.push(line) })
  await server.listen()
  calls = passwordCalls(server)
})
beforeEach(() => {
  raw = []
})
afterAll(() => server.close())

type Line = { security?: string; kind?: string; subject?: string }
const lines = () => raw.map((line): Line => JSON.parse(line)).filter(({ security }) => security)
const signIns = () => lines().filter(({ security }) => security === 'signed-in')
const requestId = expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/)
const subject = expect.stringMatching(/^[\w-]{22}$/)

it('logs a sign-up and a sign-in with the password once, with the same hash of the email', async () => {
  const person = await calls.signedUp()
  await calls.signIn({ ...person, password: 'wrong one' })
  expect((await calls.signIn({ ...person, email: person.email.toUpperCase() })).statusCode).toBe(200)
  const found = signIns()
  expect(found).toEqual([
    expect.objectContaining({ kind: 'sign-up', requestId, subject }),
    expect.objectContaining({ kind: 'password', requestId, subject: found[0]?.subject }),
  ])
  for (const secret of [person.email, person.email.toUpperCase(), '127.0.0.1'])
    expect(raw.join('')).not.toContain(secret)
})

it('logs a sign-in with Google, also the first one', async () => {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org` }
  expect((await server.signIn(person)).path).toBe('/appointment')
  expect((await server.signIn(person)).path).toBe('/appointment')
  await server.signIn({ cancel: 'yes' })
  expect(lines().map(({ security, kind }) => [security, kind])).toEqual([
    ['signed-in', 'google'],
    ['signed-in', 'google'],
    ['sign-in-failed', 'google'],
  ])
})

it('logs a sign-in with a second factor after the second step only, and not for a used code', async () => {
  const person = await secondFactorCalls(server).withSecondFactor()
  raw = []
  const withPassword = async () => ({ cookie: kept(await calls.signIn(person)) })
  const first = await withPassword()
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, person.email))
  expect((await server.signIn({ name: 'Ann', email: person.email })).path).toMatch(/^\/second-factor/)
  expect(signIns()).toEqual([])
  const code = { code: codeOf(person.totpURI) }
  expect((await calls.post('two-factor/verify-totp', code, first)).statusCode).toBe(200)
  expect((await calls.post('two-factor/verify-totp', code, await withPassword())).statusCode).toBe(401)
  expect(signIns()).toEqual([expect.objectContaining({ kind: 'second-factor', requestId, subject })])
})

it('logs a sign-in with a passkey', async () => {
  const person = await secondFactorCalls(server).withSecondFactor()
  const signIn = await withPasskey(server, person.email)
  raw = []
  const answer = await signIn()
  expect(answer.statusCode, answer.body).toBe(200)
  expect(signIns()).toEqual([expect.objectContaining({ kind: 'passkey', requestId, subject })])
})

it('logs no sign-in for a session that replaces another one', async () => {
  const person = await secondFactorCalls(server).withSecondFactor()
  expect(signIns().map(({ kind }) => kind)).toEqual(['sign-up'])
  const { cookie, password } = person
  const change = { currentPassword: password, newPassword: 'another1' }
  const changed = await calls.post('change-password', change, { cookie })
  expect(changed.statusCode, changed.body).toBe(200)
  const off = await calls.post('two-factor/disable', { password: 'another1' }, { cookie: kept(changed) })
  expect(off.statusCode, off.body).toBe(200)
  expect(signIns()).toHaveLength(1)
})
