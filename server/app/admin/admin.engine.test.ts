import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPlace, runScript } from '#server/backup/testing/places.ts'
import { account, session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { type MadeAdmin, makeAdmin } from './make-admin.ts'

const password = 'a long secret 7'

let server: TestApp
let calls: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  calls = passwordCalls(server)
})
afterAll(() => server.close())

const make = (email: string) => makeAdmin({ ...server, db: server.database.db }, email)
const tokenOf = ({ link }: MadeAdmin) => link?.split('#token=')[1] ?? ''
const stored = async (email: string) => (await server.database.db.select().from(user).where(eq(user.email, email)))[0]

it('makes an account whose link chooses the password, once', async () => {
  const email = 'owner@clinic.example'
  const made = await make(email)
  expect(made).toEqual({ wasAdmin: false, link: expect.stringMatching(/\/reset-password#token=\S+$/) })
  expect((await calls.reset(tokenOf(made), password)).statusCode).toBe(200)
  expect((await calls.reset(tokenOf(made), password)).statusCode).toBe(400)
  expect(await stored(email)).toMatchObject({ role: 'admin', emailVerified: true })
  expect((await calls.signIn({ email, password })).statusCode).toBe(200)
  expect(await make(email)).toEqual({ wasAdmin: true })
})

it('takes every way in from somebody who signed up with the address before', async () => {
  const { email, cookie } = await calls.signedUp()
  const { id = '' } = (await stored(email)) ?? {}
  const { db } = server.database
  const waysIn = async () => [
    await db.$count(session, eq(session.userId, id)),
    await db.$count(account, eq(account.userId, id)),
  ]
  expect(await waysIn()).toEqual([1, 1])
  expect(tokenOf(await make(email))).not.toBe('')
  expect(await waysIn()).toEqual([0, 0])
  expect((await server.app.inject({ url: '/api/auth/account', headers: { cookie } })).statusCode).toBe(401)
})

it('leaves a confirmed account its password', async () => {
  const { email, password } = await calls.confirmed()
  expect(await make(email)).toEqual({ wasAdmin: false })
  expect(await stored(email)).toMatchObject({ role: 'admin' })
  expect((await calls.signIn({ email, password })).statusCode).toBe(200)
})

it('is a command that prints the link, and refuses what is no email address', async () => {
  const place = await newPlace()
  const made = await runScript('admin', ['owner@clinic.example'], place.env)
  expect([made.code, made.errors]).toEqual([0, ''])
  expect(made.output).toMatch(/owner@clinic.example is an admin now.*\n\S+\/reset-password#token=\S+\n$/)
  const refused = await runScript('admin', ['owner@clinic'], place.env)
  expect([refused.code, refused.output, refused.errors]).toEqual([1, '', 'Usage: npm run admin -- EMAIL\n'])
  await place.remove()
})
