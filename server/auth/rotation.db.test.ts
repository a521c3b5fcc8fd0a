import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { bearerOf, cookieOf, isSignedIn } from '#server/testing/sessions.ts'

const next = 'the next secret, which is just as long as the first one'
let before: TestApp
beforeAll(async () => {
  before = await openTestApp()
})
afterAll(() => before.close())

/** Opens the app on the same database with a new secret, and the old one too if `keeps`. */
const openAfter = (keeps: boolean) =>
  openTestApp({ database: before.database, secret: next, env: keeps ? { AUTH_SECRET_PREVIOUS: before.secret } : {} })

const listOf = (app: TestApp, email: string, headers: Record<string, string>) =>
  app.app.inject({ url: '/booking', query: { patient: email }, headers })

it('a changed secret signs nobody out while the previous one is set', async () => {
  const person = await passwordCalls(before).signedUp()
  const bearer = await bearerOf(before, person.cookie, person.email)
  const after = await openAfter(true)
  expect(await isSignedIn(after, person.cookie)).toBe(true)
  expect((await listOf(after, person.email, bearer)).statusCode).toBe(200)
  const renewed = await bearerOf(after, person.cookie, person.email)
  await after.close()

  const later = await openAfter(false)
  expect(await isSignedIn(later, person.cookie)).toBe(false)
  expect((await listOf(later, person.email, bearer)).statusCode).toBe(401)
  expect((await listOf(later, person.email, renewed)).statusCode).toBe(200)
  await later.close()
})

it('authenticator apps and recovery codes work on after the previous secret was removed', async () => {
  const calls = passwordCalls(before)
  const person = await calls.confirmed()
  const setUp = await calls.post('two-factor/enable', { password: person.password }, { cookie: person.cookie })
  const { totpURI, backupCodes } = setUp.json<{ totpURI: string; backupCodes: string[] }>()
  const app = URI.parse(totpURI) as TOTP
  await calls.post('two-factor/verify-totp', { code: app.generate() }, { cookie: person.cookie })
  await (await openAfter(true)).close()

  const later = await openAfter(false)
  const laterCalls = passwordCalls(later)
  const begun = await laterCalls.signIn(person)
  const cookie = cookieOf({ cookies: begun.cookies.filter(({ value }) => value) })
  const code = backupCodes[0] ?? ''
  expect((await laterCalls.post('two-factor/verify-backup-code', { code }, { cookie })).statusCode).toBe(200)
  await later.close()
})

it('a cookie that the previous secret did not sign is not renewed', async () => {
  const person = await passwordCalls(before).signedUp()
  const after = await openAfter(true)
  const forged = person.cookie.replace(/(session_token=[^.]+)\.[^;]+/, `$1.${encodeURIComponent(`${'A'.repeat(43)}=`)}`)
  expect(forged).not.toBe(person.cookie)
  expect(await isSignedIn(after, forged)).toBe(false)
  await after.close()
})

it('the previous secret is as long as any', () => {
  expect(() => readConfig({ AUTH_SECRET_PREVIOUS: 'short' })).toThrow(/AUTH_SECRET_PREVIOUS is a value: it wants/)
})
