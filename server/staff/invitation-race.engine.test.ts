import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { account } from '#server/database/schema/auth.ts'
import { staff } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'
import { invitationCalls } from '#server/staff/testing/invitations.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'

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
describe('at the same time', () => {
  it.each(Array.from({ length: 5 }, (_, n) => n))('two acceptances make one account, round %i', async () => {
    const email = calls.newEmail()
    const { token } = await calls.invited(boss.bearer, email)
    const answers = await Promise.all(['One', 'Two'].map((name) => calls.create(token, { name })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const [row] = await server.database.db.select().from(user).where(eq(user.email, email))
    const { db } = server.database
    const counts = [
      db.$count(staff, eq(staff.userId, row?.id ?? '')),
      db.$count(account, eq(account.userId, row?.id ?? '')),
    ]
    expect(await Promise.all(counts)).toEqual([1, 1])
    expect((await trailOf(email)).filter((action) => action === 'accept-invitation')).toHaveLength(1)
  })

  it('two acceptances of one account give one role', async () => {
    const ann = await people.confirmed()
    const { token } = await calls.invited(boss.bearer, ann.email)
    const answers = await Promise.all([1, 2].map(() => calls.accept(token, ann.cookie)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const row = await rowOf(ann.email)
    expect(await server.database.db.$count(staff, eq(staff.userId, row?.id ?? ''))).toBe(1)
  })

  it('an acceptance and its withdrawal do one of both', async () => {
    const email = calls.newEmail()
    const { id, token } = await calls.invited(boss.bearer, email)
    const [made, withdrawn] = await Promise.all([calls.create(token), calls.withdraw(boss.bearer, id)])
    expect([made.statusCode, withdrawn.statusCode]).toEqual(made.statusCode === 201 ? [201, 409] : [409, 204])
    expect(await roleOf(email)).toBe(made.statusCode === 201 ? 'receptionist' : undefined)
  })

  it('an acceptance and a sign-up of the address leave no half of either', async () => {
    const email = calls.newEmail()
    const { token } = await calls.invited(boss.bearer, email)
    const person = { name: 'Eve', email, password: 'another secret 7' }
    const [made, signedUp] = await Promise.all([calls.create(token), server.signUp(person)])
    expect([made.statusCode, signedUp.answer.statusCode]).toEqual(made.statusCode === 201 ? [201, 422] : [409, 200])
    const left = made.statusCode === 201 ? undefined : await calls.accept(token, signedUp.cookie)
    expect(left?.statusCode ?? 200).toBe(200)
    expect(await roleOf(email)).toBe('receptionist')
  })
})
