import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, kept, secondFactorCalls, withPasskey } from '#server/auth/testing/second-factor.ts'
import { account, passkey, session, twoFactor } from '#server/database/schema/auth.ts'
import { calendarFeed } from '#server/database/schema/booking.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls, setConfirmed } from '#server/testing/password-calls.ts'
import { bearerOf, isSignedIn } from '#server/testing/sessions.ts'

// Whoever signs up with somebody else's email keeps no way in once its owner resets the password.

let server: TestApp
let calls: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  calls = passwordCalls(server)
})
afterAll(() => server.close())

/** Signs a user up, adds an app, a passkey, a calendar feed and a Google account, and notes whether the email is
 *  confirmed. */
async function withEverything({ isConfirmed }: { isConfirmed: boolean }) {
  const { db } = server.database
  const person = await secondFactorCalls(server).withSecondFactor()
  const signInWithPasskey = await withPasskey(server, person.email)
  const headers = await bearerOf(server, person.cookie, person.email)
  const feed = await server.app.inject({ method: 'PUT', url: '/calendar/feed', headers })
  const [{ id: userId } = { id: '' }] = await db.select().from(user).where(eq(user.email, person.email))
  await db.insert(account).values({ id: randomUUID(), accountId: randomUUID(), providerId: 'google', userId })
  await setConfirmed(server.database, person.email, isConfirmed)
  return { ...person, userId, signInWithPasskey, feed: new URL(feed.json().url).pathname }
}

/** The number of rows of each kind that sign a user in or show their appointments. */
async function means(userId: string) {
  const { db } = server.database
  return {
    passkeys: await db.$count(passkey, eq(passkey.userId, userId)),
    apps: await db.$count(twoFactor, eq(twoFactor.userId, userId)),
    sessions: await db.$count(session, eq(session.userId, userId)),
    feeds: await db.$count(calendarFeed, eq(calendarFeed.userId, userId)),
    accounts: (await db.select().from(account).where(eq(account.userId, userId))).map(({ providerId }) => providerId),
  }
}
const onlyPassword = { passkeys: 0, apps: 0, sessions: 0, feeds: 0, accounts: ['credential'] }

/** Resets the password by the newest emailed link. */
const resetBy = async ({ email }: { email: string }) =>
  // After the emails about the sign-up and the second factor.
  calls.reset(await calls.resetToken(email, 2), 'another1')

describe('a reset of the password', () => {
  it('that confirms the email removes all other ways in, and the owner signs in without a second factor', async () => {
    const person = await withEverything({ isConfirmed: false })
    expect((await person.signInWithPasskey()).statusCode).toBe(200)
    expect((await resetBy(person)).statusCode).toBe(200)
    expect(await means(person.userId)).toEqual(onlyPassword)
    expect((await person.signInWithPasskey()).statusCode).toBe(401)
    expect((await server.app.inject(person.feed)).statusCode).toBe(404)
    expect(await isSignedIn(server, person.cookie)).toBe(false)
    const signedIn = await calls.signIn({ ...person, password: 'another1' })
    expect(signedIn.json()).not.toHaveProperty('twoFactorRedirect')
    expect(await isSignedIn(server, kept(signedIn))).toBe(true)
  })

  it('of a confirmed email keeps second factor, passkeys and Google, and ends sessions and feed', async () => {
    const person = await withEverything({ isConfirmed: true })
    expect((await resetBy(person)).statusCode).toBe(200)
    const { accounts, ...rest } = await means(person.userId)
    expect(accounts.toSorted()).toEqual(['credential', 'google'])
    expect(rest).toEqual({ passkeys: 1, apps: 1, sessions: 0, feeds: 0 })
    expect((await calls.signIn({ ...person, password: 'another1' })).json()).toHaveProperty('twoFactorRedirect')
  })

  it('that ends before it has confirmed the email has removed them already', async () => {
    const { db } = server.database
    const person = await withEverything({ isConfirmed: false })
    await db.execute(sql`create function refuse_confirmation() returns trigger language plpgsql as $$
      begin raise exception 'the server ends here'; end $$`)
    await db.execute(sql`create trigger refuse_confirmation before update of email_verified on "user"
      for each row when (new.email_verified) execute function refuse_confirmation()`)
    const failed = await resetBy(person)
    await db.execute(sql`drop function refuse_confirmation cascade`)
    expect(failed.statusCode).toBe(500)
    expect(await means(person.userId)).toEqual(onlyPassword)
  })

  it('that sets the first password of an account removes them too', async () => {
    const person = await withEverything({ isConfirmed: false })
    await server.database.db.delete(account).where(eq(account.userId, person.userId))
    expect((await resetBy(person)).statusCode).toBe(200)
    expect(await means(person.userId)).toEqual(onlyPassword)
    expect((await person.signInWithPasskey()).statusCode).toBe(401)
  })
})

describe('an account with an unconfirmed email', () => {
  const code = 'EMAIL_NOT_CONFIRMED'
  const detail = 'Confirm your email first. We can send you the link again under My Account.'

  it.each([
    ['an authenticator app', 'POST', '/api/auth/two-factor/enable', { password: 'secret1' }],
    ['the options of a passkey', 'GET', '/api/auth/passkey/generate-register-options', undefined],
    [
      'a passkey',
      'POST',
      '/api/auth/passkey/verify-registration',
      { name: 'Phone', response: { id: 'a', rawId: 'a', type: 'public-key', response: {} } },
    ],
    ['an export of its data', 'GET', '/api/auth/personal-data', undefined],
  ] as const)('gets no %s', async (_, method, url, payload) => {
    const { cookie } = await calls.signedUp()
    const headers = { cookie, origin: server.origin }
    const refused = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
    expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ code, detail })])
  })

  it.each([
    ['PUT', '/calendar/feed'],
    ['POST', '/calendar/feed/renew'],
  ] as const)('gets no calendar feed by %s %s', async (method, url) => {
    const { cookie, email } = await calls.signedUp()
    const headers = await bearerOf(server, cookie, email)
    const refused = await server.app.inject({ method, url, headers })
    expect([refused.statusCode, refused.json().code]).toEqual([403, code])
  })

  it('finishes no set-up that began before', async () => {
    const { email, cookie, password } = await calls.confirmed()
    const { totpURI } = (await calls.post('two-factor/enable', { password }, { cookie })).json()
    await setConfirmed(server.database, email, false)
    const refused = await calls.post('two-factor/verify-totp', { code: codeOf(totpURI) }, { cookie })
    expect([refused.statusCode, refused.json().code]).toEqual([403, code])
  })
})
