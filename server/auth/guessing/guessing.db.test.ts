import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { attemptBucket } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { retryWhileBusy } from '#server/testing/sessions.ts'

let server: TestApp
let instances: TestApp[]
beforeAll(async () => {
  server = await openTestApp({ env: { RATE_LIMIT: 'on' } })
  instances = [server, await openTestApp({ database: server.database, env: { RATE_LIMIT: 'on' } })]
})
beforeEach(async () => {
  await server.database.db.delete(attemptBucket)
})
afterAll(async () => {
  for (const one of instances.toReversed()) await one.close()
})

const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })

// Each call has a client address of its own, so that only the account's limit applies.
let calls = 0
async function post(call: string, payload: object, cookie = '', at = server): Promise<Answer> {
  calls += 1
  const remoteAddress = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  const headers = { origin: at.origin, ...(cookie && { cookie }) }
  const url = `/api/auth/${call}`
  return retryWhileBusy(() => at.app.inject({ method: 'POST', url, remoteAddress, headers, payload }))
}
type Answer = Awaited<ReturnType<TestApp['app']['inject']>>

const signIn = ({ email, password }: { email: string; password: string }, cookie?: string, at?: TestApp) =>
  post('sign-in/email', { email, password }, cookie, at)
const guess = ({ email }: { email: string }, cookie?: string, at?: TestApp) =>
  signIn({ email, password: 'not the one' }, cookie, at)

const device = ({ cookies }: Answer) => cookies.find(({ name }) => name.endsWith('clinic.device'))
const cookieIn = (answer: Answer) => {
  const { name, value } = device(answer) ?? { name: '', value: '' }
  return `${name}=${encodeURIComponent(value)}`
}

async function signedUp() {
  const person = newPerson()
  const answer = await post('sign-up/email', person)
  expect(answer.statusCode).toBe(200)
  return { ...person, cookie: cookieIn(answer) }
}

async function useUp(person: { email: string }, cookie?: string) {
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess(person, cookie)))
  expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
}

function tally(answers: Answer[]) {
  const count: Record<number, number> = {}
  for (const { statusCode } of answers) count[statusCode] = (count[statusCode] ?? 0) + 1
  return count
}

const advance = (minutes: number) =>
  server.database.db
    .update(attemptBucket)
    .set({ fullAt: sql`${attemptBucket.fullAt} - make_interval(mins => ${minutes})` })

it.each([
  ['an account', true],
  ['an email without an account', false],
])(
  'of fifty concurrent guesses at %s, from as many client addresses and on two instances, ten are tried',
  async (_name, known) => {
    const person = known ? await signedUp() : newPerson()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(person, '', instances[n % 2])))
    expect(tally(answers)).toEqual({ 401: 10, 429: 40 })
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({
      title: 'Too Many Requests',
      detail:
        'Too many attempts for this account. Please try again in 3 minutes, continue with Google or choose a new password.',
      code: 'ACCOUNT_ATTEMPTS',
    })
    const wait = Number(refused?.headers['retry-after'])
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(180)
    expect((await signIn(person)).statusCode).toBe(429)
  },
)

it('one attempt returns after three minutes, and all ten after half an hour', async () => {
  const person = await signedUp()
  await useUp(person)
  await advance(3)
  expect([(await guess(person)).statusCode, (await guess(person)).statusCode]).toEqual([401, 429])
  await advance(30)
  await useUp(person)
})

it('a known browser has ten attempts of its own after unknown browsers have used up theirs', async () => {
  const ann = await signedUp()
  await useUp(ann)
  expect((await signIn(ann)).statusCode).toBe(429)
  expect((await signIn(ann, ann.cookie)).statusCode).toBe(200)
  await useUp(ann, ann.cookie)
  expect((await signIn(ann, ann.cookie)).statusCode).toBe(429)
})

it('a known browser’s failed attempts do not limit unknown browsers', async () => {
  const ann = await signedUp()
  await useUp(ann, ann.cookie)
  expect((await signIn(ann)).statusCode).toBe(200)
})

it('a browser known to one account is unknown to another', async () => {
  const [ann, eve] = [await signedUp(), await signedUp()]
  await useUp(ann)
  expect((await guess(ann, eve.cookie)).statusCode).toBe(429)
})

it('a successful sign-in uses up no attempt and returns no failed one', async () => {
  const ann = await signedUp()
  for (let n = 0; n < 3; n += 1) await guess(ann)
  for (let n = 0; n < 12; n += 1) expect((await signIn(ann)).statusCode).toBe(200)
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess(ann)))
  expect(tally(answers)).toEqual({ 401: 7, 429: 5 })
})

it('a sign-in sets a device cookie for a year that scripts can’t read; a sign-out keeps it', async () => {
  const ann = await signedUp()
  const answer = await signIn(ann)
  expect(device(answer)).toMatchObject({
    name: 'clinic.device',
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 365 * 24 * 60 * 60,
  })
  const [session] = answer.cookies
  const out = await post('sign-out', {}, `${session?.name}=${session?.value}; ${cookieIn(answer)}`)
  expect([out.statusCode, device(out)]).toEqual([200, undefined])
  expect(device(await guess(ann))).toBeUndefined()
})

it('the device cookie is Secure over HTTPS', async () => {
  const secure = await openTestApp({
    database: server.database,
    env: { RATE_LIMIT: 'on', PUBLIC_URL: 'https://clinic.example' },
  })
  const answer = await post('sign-up/email', newPerson(), '', secure)
  expect(device(answer)).toMatchObject({ name: '__Host-clinic.device', secure: true, path: '/' })
  await secure.close()
})

it('a password reset works at the limit, makes this browser known and all others unknown', async () => {
  const ann = await signedUp()
  await useUp(ann)
  const { email } = ann
  await post('request-password-reset', { email })
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, email, 2)))
  const chosen = await post('reset-password', { token, newPassword: 'another2' })
  expect(chosen.statusCode).toBe(200)
  expect((await signIn({ email, password: 'another2' }, cookieIn(chosen))).statusCode).toBe(200)
  expect((await signIn({ email, password: 'another2' }, ann.cookie)).statusCode).toBe(429)
})

it('buckets contain no email and are deleted once they are full', async () => {
  const [ann, bob] = [await signedUp(), await signedUp()]
  await guess(ann)
  const { db } = server.database
  expect(JSON.stringify(await db.select().from(attemptBucket))).not.toContain(ann.email.slice(0, 8))
  await advance(4)
  await guess(bob)
  await signIn(bob)
  // Bob's guess counts for his account and his network; Ann's buckets are deleted.
  expect(await db.$count(attemptBucket)).toBe(2)
})

it('RATE_LIMIT=off counts nothing', async () => {
  const open = await openTestApp({ database: server.database })
  const { answer } = await open.signUp(newPerson())
  expect(device(answer)).toBeUndefined()
  const person = newPerson()
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess(person, '', open)))
  expect(tally(answers)).toEqual({ 401: 12 })
  await open.close()
})
