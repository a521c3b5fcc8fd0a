import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, type SecondFactorCalls, secondFactorCalls } from '#server/auth/testing/second-factor.ts'
import { attemptBucket } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let calls: SecondFactorCalls
beforeAll(async () => {
  server = await openTestApp()
  calls = secondFactorCalls(server)
})
afterAll(() => server.close())

const wrongCode = ({ totpURI }: { totpURI: string }) => (codeOf(totpURI) === '000000' ? '000001' : '000000')

it('a sign-in is over after five wrong codes', async () => {
  const person = await calls.withSecondFactor()
  const cookie = await calls.withPassword(person)
  const code = wrongCode(person)
  for (let n = 0; n < 5; n += 1) expect((await calls.send('verify-totp', { code }, cookie)).statusCode).toBe(401)
  const over = await calls.send('verify-totp', { code: codeOf(person.totpURI) }, cookie)
  expect([over.statusCode, over.json().detail]).toEqual([400, 'Too many wrong codes. Log in again.'])
})

it('judges ten of a hundred wrong codes that arrive at once, of the app and for recovery', async () => {
  const person = await calls.withSecondFactor()
  const cookies: string[] = []
  for (let n = 0; n < 100; n += 1) cookies.push(await calls.withPassword(person))
  const answers = await Promise.all(
    cookies.map((cookie, n) =>
      n % 2
        ? calls.send('verify-totp', { code: wrongCode(person) }, cookie)
        : calls.send('verify-backup-code', { code: 'AAAAA-AAAAA' }, cookie),
    ),
  )
  const judged = answers.filter(({ statusCode }) => statusCode === 401)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect([judged.length, refused.length]).toEqual([10, 90])
  for (const { headers, json } of refused) {
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(90)
    expect(json().detail).toMatch(/^Too many wrong codes\. Please try again in (2 minutes|a minute|\d+ seconds)\.$/)
  }
  const right = await calls.send('verify-totp', { code: codeOf(person.totpURI) }, await calls.withPassword(person))
  expect(right.statusCode).toBe(429)
}, 120_000)

it('judges one more code after 90 seconds, and a right one uses up no attempt', async () => {
  const person = await calls.withSecondFactor()
  for (let n = 0; n < 10; n += 1)
    await calls.send('verify-backup-code', { code: 'AAAAA-AAAAA' }, await calls.withPassword(person))
  await server.database.db
    .update(attemptBucket)
    .set({ fullAt: sql`${attemptBucket.fullAt} - make_interval(secs => 90)` })
  for (const code of person.backupCodes.slice(0, 2))
    expect((await calls.send('verify-backup-code', { code }, await calls.withPassword(person))).statusCode).toBe(200)
})
