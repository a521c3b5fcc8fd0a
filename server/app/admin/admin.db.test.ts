import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { account, session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp } from '#server/testing/app.ts'
import { newPlace, type Place, runScript } from '#server/testing/backup/places.ts'

const email = 'owner@clinic.example'
const password = 'a long secret 7'

let place: Place
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.remove())

const makeAdmin = (address = email) => runScript('admin', [address], place.env)
const tokenIn = (output: string) => /^\S+\/reset-password#token=(\S+)$/m.exec(output)?.[1]

/** Runs `work` with the app on the database of the place. */
const withApp = <Result>(work: (app: Awaited<ReturnType<typeof openTestApp>>) => Promise<Result>) =>
  place.use(async (database) => {
    const app = await openTestApp({ database })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  })

it('makes an account whose link chooses the password, once', async () => {
  const made = await makeAdmin()
  expect([made.code, made.errors]).toEqual([0, ''])
  expect(made.output).toContain(`${email} is an admin now.`)
  const token = tokenIn(made.output)
  await withApp(async ({ app, origin, database }) => {
    const reset = () =>
      app.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        headers: { origin },
        payload: { token, newPassword: password },
      })
    expect((await reset()).statusCode).toBe(200)
    expect((await reset()).statusCode).toBe(400)
    const [stored] = await database.db.select().from(user).where(eq(user.email, email))
    expect(stored).toMatchObject({ role: 'admin', emailVerified: true })
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin },
      payload: { email, password },
    })
    expect(signedIn.statusCode).toBe(200)
  })
  const again = await makeAdmin()
  expect([again.code, again.output]).toEqual([0, expect.stringContaining(`${email} is an admin already, and logs in`)])
})

it('takes every way in from somebody who signed up with the address before', async () => {
  await withApp(({ signUp }) => signUp({ name: 'Mallory', email, password }))
  const made = await makeAdmin()
  expect([made.code, made.errors]).toEqual([0, ''])
  expect(tokenIn(made.output)).toBeDefined()
  await place.use(async ({ db }) => {
    expect([await db.$count(session), await db.$count(account)]).toEqual([0, 0])
  })
})

it('leaves a confirmed account its password', async () => {
  await withApp(async ({ signUp, database: { db } }) => {
    await signUp({ name: 'Ann', email, password })
    await db.update(user).set({ emailVerified: true }).where(eq(user.email, email))
  })
  const made = await makeAdmin()
  expect([made.code, made.output]).toEqual([
    0,
    expect.stringContaining(`${email} is an admin now, and logs in as before`),
  ])
  await place.use(async ({ db }) => expect(await db.$count(account)).toBe(1))
})

it('refuses what is no email address', async () => {
  const refused = await makeAdmin('no-email-1@patients.invalid')
  expect([refused.code, refused.output, refused.errors]).toEqual([1, '', 'Usage: npm run admin -- EMAIL\n'])
})

it('says that the server has the embedded database open', async () => {
  await place.use(async ({ engine }) => {
    if (engine !== 'pglite') return
    const refused = await makeAdmin()
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is in use by another process')])
  })
})
