import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecurityLog } from '#server/access/security-log.ts'
import { audit } from '#server/database/schema/audit.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls, setConfirmed } from '#server/testing/password-calls.ts'
import { endAllRoles } from '#server/testing/staff.ts'
import { demote, promote } from './admin.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestApp['person']>>

const requestPromotion = (email: string, { bearer }: Person) =>
  server.app.inject({ method: 'PUT', url: `/user/admin/${encodeURIComponent(email)}`, headers: bearer })
const trailOf = (email: string) => server.database.db.select().from(audit).where(eq(audit.target, email))
const roleOf = async (email: string) =>
  (await server.database.db.select().from(user).where(eq(user.email, email))).map(({ role }) => role)

const requestDemotion = (email: string, { bearer }: Person) =>
  server.app.inject({ method: 'DELETE', url: `/user/admin/${encodeURIComponent(email)}`, headers: bearer })

it('promotes a patient from their next request on and records it', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  expect((await server.app.inject({ url: '/user', headers: ann.bearer })).statusCode).toBe(403)
  const answer = await requestPromotion(ann.email, boss)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ modifiedCount: 1 })
  expect((await server.app.inject({ url: '/user', headers: ann.bearer })).statusCode).toBe(200)
  expect(await trailOf(ann.email)).toEqual([
    {
      id: expect.any(Number),
      userId: boss.userId,
      actor: boss.email,
      action: 'promote-user',
      target: ann.email,
      ip: '127.0.0.1',
      personIds: [ann.userId],
      at: expect.any(Date),
    },
  ])
})

it('promotes no admin and no unknown email, and nobody on a patient’s request', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  expect((await requestPromotion(boss.email, boss)).json()).toEqual({ modifiedCount: 0 })
  const unknown = await requestPromotion('nobody@example.org', boss)
  expect([unknown.statusCode, unknown.json()]).toEqual([200, { modifiedCount: 0 }])
  expect((await requestPromotion(ann.email, ann)).statusCode).toBe(403)
  expect(await roleOf(ann.email)).toEqual(['patient'])
  for (const email of [boss.email, 'nobody@example.org', ann.email]) expect(await trailOf(email)).toEqual([])
})

const notConfirmed =
  'This address is not confirmed yet, so its account may be somebody else’s. Ask its owner to open the link in our email first.'

it('promotes nobody whose email is not confirmed until it is', async () => {
  const boss = await server.person({ role: 'admin' })
  const { email } = await passwordCalls(server).signedUp()
  const refused = await requestPromotion(email, boss)
  expect(refused.json()).toMatchObject({ status: 403, code: 'not-confirmed', detail: notConfirmed })
  expect([await roleOf(email), await trailOf(email)]).toEqual([['patient'], []])
  const url = `/user/admin/${email}?unconfirmed=false`
  expect((await server.app.inject({ method: 'PUT', url, headers: boss.bearer })).statusCode).toBe(403)
  await setConfirmed(server.database, email, true)
  expect((await requestPromotion(email, boss)).json()).toEqual({ modifiedCount: 1 })
  await setConfirmed(server.database, email, false)
  expect((await requestPromotion(email, boss)).json()).toEqual({ modifiedCount: 0 })
})

it('promotes an unconfirmed account if the admin was asked about it', async () => {
  const boss = await server.person({ role: 'admin' })
  const { email } = await passwordCalls(server).signedUp()
  const url = `/user/admin/${email}?unconfirmed=true`
  const answer = await server.app.inject({ method: 'PUT', url, headers: boss.bearer })
  expect([answer.statusCode, answer.json()]).toEqual([200, { modifiedCount: 1 }])
})

it('promotes an unconfirmed account in demo mode', async () => {
  const demo = await openTestApp({ env: { DEMO: 'on' } })
  const { bearer } = await demo.person({ role: 'admin' })
  const { email } = await passwordCalls(demo).signedUp()
  const promoted = await demo.app.inject({ method: 'PUT', url: `/user/admin/${email}`, headers: bearer })
  await demo.close()
  expect([promoted.statusCode, promoted.json()]).toEqual([200, { modifiedCount: 1 }])
})

it('changes the role and records it once in 50 concurrent promotions of one user', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  const answers = await Promise.all(Array.from({ length: 50 }, () => requestPromotion(ann.email, boss)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(answers.filter((answer) => answer.json().modifiedCount === 1)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json().modifiedCount === 0)).toHaveLength(49)
  expect(await trailOf(ann.email)).toHaveLength(1)
})

it('changes no role if the audit trail can’t be written', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  // The trail can't hold this address.
  const by = { userId: boss.userId, actor: boss.email, ip: '\0' }
  const deps = { db: server.database.db, security: openSecurityLog(server.log, server.secret) }
  const noTrail = 'insert into "audit"'
  await expect(promote({ ...deps, allowUnconfirmed: false }, ann.email, by)).rejects.toThrow(noTrail)
  expect(await roleOf(ann.email)).toEqual(['patient'])
  await requestPromotion(ann.email, boss)
  await expect(demote(deps, ann.email, by)).rejects.toThrow(noTrail)
  expect(await roleOf(ann.email)).toEqual(['admin'])
})

it('demotes an admin from their next request on, records it, and does nothing the second time', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person({ role: 'admin' })]
  const answers = [await requestDemotion(ann.email.toUpperCase(), boss), await requestDemotion(ann.email, boss)]
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, { modifiedCount: 1 }],
    [200, { modifiedCount: 0 }],
  ])
  // The session ended with the role.
  expect((await server.app.inject({ url: '/user', headers: ann.bearer })).statusCode).toBe(401)
  expect(await trailOf(ann.email)).toMatchObject([
    { userId: boss.userId, actor: boss.email, action: 'demote-user', ip: '127.0.0.1' },
  ])
})

it('demotes no patient and no unknown email, and nobody on a patient’s request', async () => {
  const [boss, ann] = [await server.person({ role: 'admin' }), await server.person()]
  for (const email of [ann.email, 'nobody@example.org']) {
    const answer = await requestDemotion(email, boss)
    expect([answer.statusCode, answer.json()]).toEqual([200, { modifiedCount: 0 }])
    expect(await trailOf(email)).toEqual([])
  }
  expect((await requestDemotion(boss.email, ann)).statusCode).toBe(403)
  expect(await roleOf(boss.email)).toEqual(['admin'])
})

it('refuses to remove one’s own role, with another message for the only admin', async () => {
  await endAllRoles(server.database.db)
  const [boss, second] = [await server.person({ role: 'admin' }), await server.person({ role: 'admin' })]
  const own = await requestDemotion(boss.email, boss)
  expect([own.statusCode, own.json().detail]).toEqual([409, expect.stringContaining('your own admin role')])
  await requestDemotion(second.email, boss)
  const last = await requestDemotion(boss.email, boss)
  expect([last.statusCode, last.json().detail]).toEqual([409, expect.stringContaining('the only admin')])
  expect(await roleOf(boss.email)).toEqual(['admin'])
  expect(await trailOf(boss.email)).toEqual([])
})

it('leaves an admin when all admins demote each other concurrently', async () => {
  const { db } = server.database
  for (let round = 0; round < 10; round += 1) {
    await endAllRoles(db)
    const admins = await Promise.all(Array.from({ length: 4 }, () => server.person({ role: 'admin' })))
    const answers = await Promise.all(
      admins.map((boss, n) => requestDemotion(admins[(n + 1) % admins.length]?.email ?? '', boss)),
    )
    const left = await db.$count(user, eq(user.role, 'admin'))
    const removed = answers.filter(({ statusCode }) => statusCode === 200)
    expect(left).toBeGreaterThanOrEqual(1)
    expect(removed).toHaveLength(4 - left)
    for (const { statusCode } of answers) expect([200, 401, 403]).toContain(statusCode)
  }
})
