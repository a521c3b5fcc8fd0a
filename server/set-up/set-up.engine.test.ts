import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAdmin } from '#server/app/admin/make-admin.ts'
import { setupLink } from '#server/database/schema/clinic.ts'
import { staff } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { hashOf, makeSetupLink } from './link.ts'

let server: TestApp
let calls: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  calls = passwordCalls(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  await db.delete(staff)
})

const person = () => ({
  name: 'Anna Berg',
  email: `anna-${randomUUID()}@praxis.example`,
  password: 'ein langes Geheimnis 7',
})
const newLink = async () => (await makeSetupLink(server.database.db, server.config.publicUrl)) ?? ''
const tokenOf = (link: string) => link.split('#token=')[1] ?? ''
const setUp = (payload: object) =>
  server.app.inject({
    method: 'POST',
    url: '/clinic/first-admin',
    headers: { origin: server.origin },
    payload,
  })
const roleOf = async (email: string) =>
  (await server.database.db.select().from(user).where(eq(user.email, email))).map(({ role }) => role)

const usedUp =
  'This link has been used already, or it is too old. Restart the server: its log has a new one as long as there is no admin.'

it('makes the first admin, who logs in with the password, once', async () => {
  const link = await newLink()
  expect(link).toMatch(/\/setup#token=[\w-]{32}$/)
  const anna = person()
  expect((await setUp({ ...anna, token: tokenOf(link) })).statusCode).toBe(201)
  expect(await roleOf(anna.email)).toEqual(['admin'])
  expect((await calls.signIn(anna)).statusCode).toBe(200)
  const again = await setUp({ ...person(), token: tokenOf(link) })
  expect([again.statusCode, again.json().detail]).toEqual([409, 'This clinic has an admin already. Please log in.'])
  expect(await makeSetupLink(server.database.db, server.config.publicUrl)).toBeUndefined()
})

it('stores the hash of the token only', async () => {
  const token = tokenOf(await newLink())
  const rows = await server.database.db.select().from(setupLink)
  expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([hashOf(token)])
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('of two tabs at once, one makes an admin', async () => {
  const token = tokenOf(await newLink())
  const both = await Promise.all([person(), person()].map((one) => setUp({ ...one, token })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await server.database.db.$count(user, eq(user.role, 'admin'))).toBe(1)
})

it('a new link replaces the old one, and an hour ends it', async () => {
  const old = tokenOf(await newLink())
  const token = tokenOf(await newLink())
  const refused = await setUp({ ...person(), token: old })
  expect([refused.statusCode, refused.json().detail]).toEqual([409, usedUp])
  await server.database.db.update(setupLink).set({ expiresAt: new Date(Date.now() - 1_000) })
  expect((await setUp({ ...person(), token })).json().detail).toBe(usedUp)
})

it('a weak password is refused, and the link stays good', async () => {
  const token = tokenOf(await newLink())
  const refused = await setUp({ ...person(), password: '123456', token })
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['password']])
  expect((await setUp({ ...person(), token })).statusCode).toBe(201)
})

it('an admin made from the shell ends the link', async () => {
  const token = tokenOf(await newLink())
  await makeAdmin({ ...server, db: server.database.db }, 'owner@praxis.example')
  expect((await setUp({ ...person(), token })).json().detail).toBe('This clinic has an admin already. Please log in.')
})

it('takes the account of somebody who signed up with the address before', async () => {
  const { email, cookie } = await calls.signedUp()
  const token = tokenOf(await newLink())
  expect((await setUp({ name: 'Owner', email, password: 'ein langes Geheimnis 7', token })).statusCode).toBe(201)
  expect((await server.app.inject({ url: '/api/auth/account', headers: { cookie } })).statusCode).toBe(401)
})
