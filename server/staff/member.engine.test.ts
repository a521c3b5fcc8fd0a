import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { treatingRoles } from '#contract/access/roles.ts'
import type { StaffList } from '#contract/staff.ts'
import { audit } from '#server/database/schema/audit.ts'
import { session } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { endAllRoles, makeStaff } from '#server/testing/staff.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { DEMO: 'on' } })
})
afterAll(() => server.close())

const list = async ({ bearer }: Person): Promise<StaffList> =>
  (await server.app.inject({ url: '/staff', headers: bearer })).json()
const idOf = async (boss: Person, { email }: { email: string }) =>
  (await list(boss)).members.find((member) => member.email === email)?._id ?? 'none'
const change = ({ bearer }: Person, id: string, payload: object) =>
  server.app.inject({ method: 'PATCH', url: `/staff/${id}`, headers: bearer, payload })
const end = ({ bearer }: Person, id: string) =>
  server.app.inject({ method: 'DELETE', url: `/staff/${id}`, headers: bearer })
const roleOf = async ({ email }: { email: string }) =>
  (await server.database.db.select().from(user).where(eq(user.email, email)))[0]?.role
const sessionsOf = ({ userId }: Person) => server.database.db.$count(session, eq(session.userId, userId))
const actions = async ({ userId }: Person) =>
  (await server.database.db.select().from(audit).where(eq(audit.userId, userId)).orderBy(audit.id)).map(
    ({ action, target }) => [action, target],
  )

it('changes a role from the next request on, and records it', async () => {
  const [boss, rita] = [await server.person({ role: 'admin' }), await server.person({ role: 'receptionist' })]
  const url = '/desk/day?date=Mar 10, 2026'
  expect((await server.app.inject({ url, headers: rita.bearer })).statusCode).toBe(200)
  const id = await idOf(boss, rita)
  expect((await change(boss, id, { role: 'accountant' })).statusCode).toBe(204)
  expect((await server.app.inject({ url, headers: rita.bearer })).statusCode).toBe(403)
  expect([await roleOf(rita), await sessionsOf(rita)]).toEqual(['accountant', 1])
  expect(await actions(boss)).toEqual([['change-role', `${rita.email} from receptionist to accountant`]])
  // The page still shows the former role.
  const late = await change(boss, id, { role: 'admin' })
  expect([late.statusCode, late.json().code, await roleOf(rita)]).toEqual([404, 'unknown', 'accountant'])
})

it('ends a role with its sessions, and records it', async () => {
  const [boss, rita] = [await server.person({ role: 'admin' }), await server.person({ role: 'receptionist' })]
  const id = await idOf(boss, rita)
  expect((await end(boss, id)).statusCode).toBe(204)
  expect([await roleOf(rita), await sessionsOf(rita)]).toEqual(['patient', 0])
  expect(await actions(boss)).toEqual([['end-staff', `${rita.email}, receptionist`]])
  expect((await end(boss, id)).json().code).toBe('unknown')
  expect(await idOf(boss, rita)).toBe('none')
})

it('ends neither role nor sessions if the trail can’t be written', async () => {
  const [boss, rita] = [await server.person({ role: 'admin' }), await server.person({ role: 'receptionist' })]
  const { endMember } = await import('./member.ts')
  const { openSecurityLog } = await import('#server/access/security-log.ts')
  const deps = { db: server.database.db, security: openSecurityLog(server.log, server.secret) }
  // The trail can't hold this address.
  const by = { userId: boss.userId, actor: boss.email, ip: '\0' }
  await expect(endMember(deps, await idOf(boss, rita), by)).rejects.toThrow('insert into "audit"')
  expect([await roleOf(rita), await sessionsOf(rita)]).toEqual(['receptionist', 1])
})

it('lets nobody change or end their own role, the only admin least of all', async () => {
  await endAllRoles(server.database.db)
  const [boss, second] = [await server.person({ role: 'admin' }), await server.person({ role: 'admin' })]
  const own = await idOf(boss, boss)
  for (const answer of [await end(boss, own), await change(boss, own, { role: 'receptionist' })])
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own-role'])
  expect((await end(boss, await idOf(boss, second))).statusCode).toBe(204)
  for (const answer of [await end(boss, own), await change(boss, own, { role: 'receptionist' })])
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'last-admin'])
  expect(await roleOf(boss)).toBe('admin')
})

it('leaves an admin when all admins end or change each other at once', async () => {
  const { db } = server.database
  for (let round = 0; round < 10; round += 1) {
    await endAllRoles(db)
    const admins = await Promise.all(Array.from({ length: 4 }, () => server.person({ role: 'admin' })))
    const [first] = admins
    if (!first) throw new Error('no admins')
    const { members } = await list(first)
    const ids = admins.map(({ email }) => members.find((member) => member.email === email)?._id ?? '')
    const answers = await Promise.all(
      admins.map((boss, n) => {
        const id = ids[(n + 1) % ids.length] ?? ''
        return n % 2 ? end(boss, id) : change(boss, id, { role: 'receptionist' })
      }),
    )
    const left = await db.$count(user, eq(user.role, 'admin'))
    expect(left).toBeGreaterThanOrEqual(1)
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(4 - left)
  }
})

it.each(treatingRoles)(
  'gives a %s the doctor whose appointments are theirs, and ends the role when the doctor leaves',
  async (role) => {
    const [boss, dora] = [await server.person({ role: 'admin' }), await server.person({ role: 'receptionist' })]
    const [someone] = await server.database.db.select().from(doctor).limit(1)
    if (!someone) throw new Error('The demo has doctors')
    const id = await idOf(boss, dora)
    const without = await change(boss, id, { role })
    expect([without.statusCode, Object.keys(without.json().errors)]).toEqual([400, ['doctorId']])
    expect((await change(boss, id, { role, doctorId: someone.id })).statusCode).toBe(204)
    const { members } = await list(boss)
    expect(members.find(({ email }) => email === dora.email)).toMatchObject({ role, doctor: someone.name })
    const deleted = { method: 'DELETE' as const, url: `/doctor/${someone.email}`, headers: boss.bearer }
    expect((await server.app.inject(deleted)).json()).toEqual({ deletedCount: 1 })
    expect([await roleOf(dora), await sessionsOf(dora)]).toEqual(['patient', 0])
  },
)

it('has one role an account, which is that of its row', async () => {
  const { db } = server.database
  const { email } = await server.person()
  await expect(db.update(user).set({ role: 'admin' }).where(eq(user.email, email))).rejects.toThrow()
  await makeStaff(db, email, 'receptionist')
  await makeStaff(db, email, 'accountant')
  expect(await roleOf({ email })).toBe('accountant')
})
