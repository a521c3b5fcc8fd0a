import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { staff, staffInvitation } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'
import { invitationCalls } from '#server/staff/testing/invitations.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, mailsTo, newestMail } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { isSignedIn } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: TestApp
let boss: Person
let calls: ReturnType<typeof invitationCalls>
let people: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  boss = await server.person({ role: 'admin' })
  calls = invitationCalls(server)
  people = passwordCalls(server)
})
afterAll(() => server.close())

const rowOf = async (email: string) => (await server.database.db.select().from(user).where(eq(user.email, email)))[0]
const roleOf = async (email: string) => (await rowOf(email))?.role
const trailOf = async (email: string) =>
  (
    await server.database.db
      .select()
      .from(audit)
      .where(sql`${audit.target} like ${`${email}%`}`)
      .orderBy(audit.id)
  ).map(({ action }) => action)
const said = ({ statusCode, json }: { statusCode: number; json: () => { code: string } }) => [statusCode, json().code]
/** Nothing of an acceptance is there. */
const isUntouched = async (email: string) => {
  const row = await rowOf(email)
  const rows = row ? await server.database.db.$count(staff, eq(staff.userId, row.id)) : 0
  return (
    (row === undefined || row.role === 'patient') && rows === 0 && !(await trailOf(email)).includes('accept-invitation')
  )
}

describe('an invitation', () => {
  it('makes an account with a role, a confirmed email and a password, and is recorded', async () => {
    const email = calls.newEmail()
    const { token } = await calls.invited(boss.bearer, email)
    expect((await calls.read(token)).json()).toMatchObject({
      ...{ email, role: 'receptionist', invitedBy: boss.email, hasAccount: false },
    })
    const made = await calls.create(token)
    expect([made.statusCode, made.json()]).toEqual([201, { email, role: 'receptionist' }])
    expect(await rowOf(email)).toMatchObject({ role: 'receptionist', emailVerified: true, name: 'Rita Rex' })
    expect((await people.signIn({ email, password: 'a long secret 7' })).statusCode).toBe(200)
    expect(await trailOf(email)).toEqual(['invite-staff', 'accept-invitation'])
    const { members, invitations } = await calls.list(boss.bearer)
    expect(members.find((one: { email: string }) => one.email === email)).toMatchObject({
      ...{ role: 'receptionist', name: 'Rita Rex', invitedBy: boss.email, secondFactor: false },
    })
    expect(invitations.find((one: { email: string }) => one.email === email)).toBeUndefined()
  })

  it('is emailed with its token in the fragment, of which the database has a hash', async () => {
    const email = calls.newEmail()
    const { id, token } = await calls.invited(boss.bearer, email)
    const link = linkIn(await newestMail(server.config.dataDir, email))
    expect([link.origin + link.pathname, link.search, link.hash]).toEqual([
      `${server.origin}/invitation`,
      '',
      `#token=${token}`,
    ])
    const [row] = await server.database.db.select().from(staffInvitation).where(eq(staffInvitation.id, id))
    expect(row?.tokenHash).toMatch(/^[\w-]{43}$/)
    expect(row?.tokenHash).not.toBe(token)
    const days = (Number(row?.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
  })

  it('of an address with an account is accepted by its owner, who stays signed in', async () => {
    const ann = await people.signedUp()
    const { token } = await calls.invited(boss.bearer, ann.email)
    expect((await calls.read(token)).json()).toMatchObject({ hasAccount: true })
    const other = await calls.create(token)
    expect(said(other)).toEqual([409, 'has-account'])
    expect(await isUntouched(ann.email)).toBe(true)
    const accepted = await calls.accept(token, ann.cookie)
    expect([accepted.statusCode, accepted.json()]).toEqual([200, { email: ann.email, role: 'receptionist' }])
    expect(await rowOf(ann.email)).toMatchObject({ role: 'receptionist', emailVerified: true, name: 'Ann' })
    expect(await isSignedIn(server, ann.cookie)).toBe(true)
    expect((await people.signIn(ann)).statusCode).toBe(200)
  })

  it('is accepted by nobody who is signed in as another', async () => {
    const [ben, email] = [await people.confirmed(), calls.newEmail()]
    const { token } = await calls.invited(boss.bearer, email)
    const refused = await calls.accept(token, ben.cookie)
    expect(said(refused)).toEqual([403, 'another-account'])
    expect(refused.json().detail).toContain(email)
    expect([await roleOf(ben.email), await isUntouched(email)]).toEqual(['patient', true])
    expect((await calls.accept(token, '')).statusCode).toBe(401)
    expect((await calls.create(token)).statusCode).toBe(201)
  })
})

describe('a link', () => {
  it('works once', async () => {
    const email = calls.newEmail()
    const { token } = await calls.invited(boss.bearer, email)
    expect((await calls.create(token)).statusCode).toBe(201)
    for (const answer of [await calls.create(token, { name: 'Eve' }), await calls.read(token)]) {
      expect(said(answer)).toEqual([409, 'used'])
    }
    expect((await rowOf(email))?.name).toBe('Rita Rex')
  })

  it('works for seven days', async () => {
    const [email, ann] = [calls.newEmail(), await people.confirmed()]
    const [unknown, known] = [await calls.invited(boss.bearer, email), await calls.invited(boss.bearer, ann.email)]
    await server.database.db.update(staffInvitation).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(said(await calls.read(unknown.token))).toEqual([409, 'expired'])
    expect(said(await calls.create(unknown.token))).toEqual([409, 'expired'])
    expect(said(await calls.accept(known.token, ann.cookie))).toEqual([409, 'expired'])
    expect([await isUntouched(email), await isUntouched(ann.email)]).toEqual([true, true])
    const { invitations } = await calls.list(boss.bearer)
    expect(invitations.find((one: { email: string }) => one.email === email)).toMatchObject({ expired: true })
    // An expired invitation does not keep anybody from another one.
    expect((await calls.invite(boss.bearer, email, 'accountant')).statusCode).toBe(201)
  })

  it('says that its invitation was withdrawn', async () => {
    const email = calls.newEmail()
    const { id, token } = await calls.invited(boss.bearer, email)
    expect((await calls.withdraw(boss.bearer, id)).statusCode).toBe(204)
    expect(said(await calls.read(token))).toEqual([409, 'withdrawn'])
    expect(said(await calls.create(token))).toEqual([409, 'withdrawn'])
    expect(await isUntouched(email)).toBe(true)
    expect(await trailOf(email)).toEqual(['invite-staff', 'withdraw-invitation'])
    expect(said(await calls.withdraw(boss.bearer, id))).toEqual([409, 'not-open'])
    expect(said(await calls.sendAgain(boss.bearer, id))).toEqual([409, 'not-open'])
  })

  it('ends when the invitation is sent again', async () => {
    const email = calls.newEmail()
    const { id, token } = await calls.invited(boss.bearer, email)
    expect((await calls.sendAgain(boss.bearer, id)).statusCode).toBe(204)
    const newer = await calls.tokenOf(email, 2)
    expect(said(await calls.read(token))).toEqual([404, 'unknown-link'])
    expect((await calls.create(newer)).statusCode).toBe(201)
    expect(await trailOf(email)).toEqual(['invite-staff', 'invite-staff', 'accept-invitation'])
  })

  it('that is made up is refused', async () => {
    expect(said(await calls.read('made-up'))).toEqual([404, 'unknown-link'])
    expect(said(await calls.create('made-up'))).toEqual([404, 'unknown-link'])
  })

  it('still works after a refused password', async () => {
    const email = calls.newEmail()
    const { token } = await calls.invited(boss.bearer, email)
    const short = await calls.create(token, { password: '12345' })
    expect(short.json().errors).toEqual({ password: 'Must be 6 characters or longer' })
    const weak = await calls.create(token, { password: 'password' })
    expect([weak.statusCode, Object.keys(weak.json().errors)]).toEqual([400, ['password']])
    expect(await isUntouched(email)).toBe(true)
    expect((await calls.create(token)).statusCode).toBe(201)
  })
})

describe('an admin', () => {
  it('invites an address once, nobody who works here, and no dentist or hygienist without a doctor', async () => {
    const email = calls.newEmail()
    await calls.invited(boss.bearer, email)
    expect(said(await calls.invite(boss.bearer, email, 'admin'))).toEqual([409, 'already-invited'])
    expect(said(await calls.invite(boss.bearer, boss.email))).toEqual([409, 'already-staff'])
    for (const role of ['dentist', 'hygienist'] as const) {
      const noDoctor = await calls.invite(boss.bearer, calls.newEmail(), role)
      expect([noDoctor.statusCode, Object.keys(noDoctor.json().errors)]).toEqual([400, ['doctorId']])
    }
    const doctorId = '00000000-0000-4000-8000-000000000000'
    const gone = await calls.invite(boss.bearer, calls.newEmail(), 'dentist', { doctorId })
    expect(said(gone)).toEqual([400, 'unknown-doctor'])
    expect(said(await calls.invite(boss.bearer, email, 'patient' as 'admin'))[0]).toBe(400)
  })

  it('who makes an invited person an admin ends the invitation', async () => {
    const ann = await people.confirmed()
    const { token } = await calls.invited(boss.bearer, ann.email)
    await makeStaff(server.database.db, ann.email)
    expect(said(await calls.accept(token, ann.cookie))).toEqual([409, 'withdrawn'])
    expect(await roleOf(ann.email)).toBe('admin')
  })

  it('sends five invitations to an address within an hour', async () => {
    const email = calls.newEmail()
    const { id } = await calls.invited(boss.bearer, email)
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push((await calls.sendAgain(boss.bearer, id)).statusCode)
    expect(answers).toEqual([204, 204, 204, 204, 429, 429])
    await expect.poll(async () => (await mailsTo(server.config.dataDir, email)).length).toBe(5)
  })

  it('whose role ends takes the invitations along that they sent', async () => {
    const other = await server.person({ role: 'admin' })
    const email = calls.newEmail()
    const { token } = await calls.invited(other.bearer, email)
    const headers = boss.bearer
    expect((await server.app.inject({ method: 'DELETE', url: `/user/admin/${other.email}`, headers })).statusCode).toBe(
      200,
    )
    expect(said(await calls.create(token))).toEqual([409, 'withdrawn'])
  })
})
