import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/audit-schema.ts'
import { user } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { promote } from './promote.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestApp['person']>>

const put = (email: string, { bearer }: Person) =>
  server.app.inject({ method: 'PUT', url: `/user/admin/${encodeURIComponent(email)}`, headers: bearer })
const trailOf = (email: string) => server.database.db.select().from(audit).where(eq(audit.subject, email))
const roleOf = async (email: string) =>
  (await server.database.db.select().from(user).where(eq(user.email, email))).map(({ role }) => role)

it('makes a patient an admin, whose very next call is an admin’s, and tells of it', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  expect((await server.app.inject({ url: '/user', headers: ann.bearer })).statusCode).toBe(403)
  const answer = await put(ann.email, boss)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ modifiedCount: 1 })
  expect((await server.app.inject({ url: '/user', headers: ann.bearer })).statusCode).toBe(200)
  expect(await trailOf(ann.email)).toEqual([
    {
      id: expect.any(Number),
      userId: boss.userId,
      email: boss.email,
      action: 'promote-user',
      subject: ann.email,
      clientAddress: '127.0.0.1',
      at: expect.any(Date),
    },
  ])
})

it('changes nothing for who is an admin already, for an unknown address and for a patient who asks', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  expect((await put(boss.email, boss)).json()).toEqual({ modifiedCount: 0 })
  const unknown = await put('nobody@example.org', boss)
  expect(unknown.statusCode).toBe(404)
  expect(unknown.headers['content-type']).toContain('application/problem+json')
  expect((await put(ann.email, ann)).statusCode).toBe(403)
  expect(await roleOf(ann.email)).toEqual(['patient'])
  for (const email of [boss.email, 'nobody@example.org', ann.email]) expect(await trailOf(email)).toEqual([])
})

it('of 50 promotions of one person at once, one changes something and the trail tells it once', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  const answers = await Promise.all(Array.from({ length: 50 }, () => put(ann.email, boss)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json().modifiedCount === 0)).toHaveLength(49)
  expect(await trailOf(ann.email)).toHaveLength(1)
})

it('makes nobody an admin when the trail can’t be written', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  const by = { userId: boss.userId, email: boss.email, clientAddress: '192.0.2.1' }
  const broken = () => Promise.reject(new Error('no trail'))
  await expect(promote(server.database.db, broken, ann.email, by)).rejects.toThrow('no trail')
  expect(await roleOf(ann.email)).toEqual(['patient'])
})
