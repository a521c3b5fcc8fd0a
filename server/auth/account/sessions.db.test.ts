import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { isSignedIn } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestApp['person']>>

/** Sets a session's times back by a PostgreSQL interval. */
const age = ({ sessionId }: Person, times: Partial<Record<'usedAt' | 'createdAt' | 'confirmedAt', string>>) =>
  server.database.db
    .update(session)
    .set(Object.fromEntries(Object.entries(times).map(([name, by]) => [name, sql`now() - ${by}::interval`])))
    .where(eq(session.id, sessionId))

const readOwn = ({ email, bearer }: Person, headers: Record<string, string> = {}) =>
  server.app.inject({ url: '/booking', query: { patient: email }, headers: { ...bearer, ...headers } })

const promote = ({ bearer }: Person, email: string) =>
  server.app.inject({ method: 'PUT', url: `/user/admin/${email}`, headers: bearer })

describe('a session of staff', () => {
  it.each([
    ['31 minutes without use', { usedAt: '31 minutes' }, 'SESSION_IDLE'],
    ['12 hours', { createdAt: '12 hours 1 minute' }, 'unauthorized'],
  ])('ends after %s, and the refusal tells them apart', async (_, times, code) => {
    const admin = await server.person({ role: 'admin' })
    expect((await readOwn(admin)).statusCode).toBe(200)
    await age(admin, times)
    const refused = await readOwn(admin)
    expect([refused.statusCode, refused.headers['www-authenticate'], refused.json().code]).toEqual([
      401,
      'Bearer',
      code,
    ])
  })

  it('that ended without use says so to the holder of its cookie', async () => {
    const person = await passwordCalls(server).signedUp()
    const ofPerson = sql`(select id from "user" where email = ${person.email})`
    const renew = () =>
      server.app.inject({
        method: 'PUT',
        url: `/user/${person.email}`,
        headers: { cookie: person.cookie, origin: server.origin },
        payload: { email: person.email },
      })
    const { db } = server.database
    await db.update(session).set({ usedAt: sql`now() - interval '31 minutes'` }).where(eq(session.userId, ofPerson))
    expect((await renew()).statusCode).toBe(200)
    await db.update(session).set({ usedAt: sql`now() - interval '31 minutes'` }).where(eq(session.userId, ofPerson))
    await makeStaff(db, person.email)
    expect((await renew()).json()).toMatchObject({ status: 401, code: 'SESSION_IDLE' })
  })

  it('goes on while somebody uses it, and a page that refreshes itself does not count as use', async () => {
    const admin = await server.person({ role: 'admin' })
    await age(admin, { usedAt: '29 minutes' })
    expect((await readOwn(admin, { 'x-unattended': '1' })).statusCode).toBe(200)
    expect(await minutesUnused(admin)).toBe(29)
    expect((await readOwn(admin)).statusCode).toBe(200)
    expect(await minutesUnused(admin)).toBe(0)
  })
})

it('reads are answered while the use of a session can’t be noted, as without a primary', async () => {
  const { db } = server.database
  const patient = await server.person()
  await age(patient, { usedAt: '2 minutes' })
  await db.execute(sql`create function refuse_use() returns trigger language plpgsql as $$
    begin raise exception 'cannot execute UPDATE in a read-only transaction' using errcode = '25006'; end $$`)
  await db.execute(sql`create trigger refuse_use before update on session for each row execute function refuse_use()`)
  const read = await readOwn(patient)
  await db.execute(sql`drop function refuse_use cascade`)
  expect(read.statusCode).toBe(200)
  expect(await minutesUnused(patient)).toBe(2)
})

it('a session of a patient goes on without use, and ends when it expires', async () => {
  const patient = await server.person()
  await age(patient, { usedAt: '29 days', createdAt: '29 days' })
  expect((await readOwn(patient)).statusCode).toBe(200)
  const { db } = server.database
  await db.update(session).set({ expiresAt: new Date() }).where(eq(session.id, patient.sessionId))
  await age(patient, { usedAt: '31 minutes' })
  const refused = await readOwn(patient)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthorized'])
})

it('a sign-in lasts 30 days', async () => {
  const { email } = await passwordCalls(server).signedUp()
  const [row] = await server.database.db
    .select({ days: sql<number>`round(extract(epoch from ${session.expiresAt} - now()) / 86400)::int` })
    .from(session)
    .where(sql`${session.userId} = (select id from "user" where email = ${email})`)
  expect(row?.days).toBe(30)
})

describe('a change of roles', () => {
  it('requires that the admin has signed in, or entered the password, within the hour', async () => {
    const admin = await server.person({ role: 'admin' })
    const { email } = await server.person()
    await age(admin, { confirmedAt: '61 minutes' })
    const refused = await promote(admin, email)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'CONFIRMATION_NEEDED', detail: 'Please confirm that it is you.' }),
    ])
    await age(admin, { confirmedAt: '59 minutes' })
    expect((await promote(admin, email)).json()).toEqual({ modifiedCount: 1 })
  })

  it('is possible again after the password', async () => {
    const calls = passwordCalls(server)
    const person = await calls.signedUp()
    const isConfirmed = async () => {
      const [row] = await server.database.db
        .select({ isConfirmed: sql<boolean>`${session.confirmedAt} > now() - interval '1 hour'` })
        .from(session)
        .where(sql`${session.userId} = (select id from "user" where email = ${person.email})`)
      return row?.isConfirmed
    }
    await server.database.db
      .update(session)
      .set({ confirmedAt: sql`now() - interval '2 hours'` })
      .where(sql`${session.userId} = (select id from "user" where email = ${person.email})`)
    const wrong = await calls.post('confirm', { password: 'another' }, { cookie: person.cookie })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { password: 'This is not your current password' }])
    expect(await isConfirmed()).toBe(false)
    const right = await calls.post('confirm', { password: person.password }, { cookie: person.cookie })
    expect(right.statusCode).toBe(204)
    expect(await isConfirmed()).toBe(true)
    expect(await isSignedIn(server, person.cookie)).toBe(true)
  })
})

async function minutesUnused({ sessionId }: Person): Promise<number | undefined> {
  const [row] = await server.database.db
    .select({ minutes: sql<number>`floor(extract(epoch from now() - ${session.usedAt}) / 60)::int` })
    .from(session)
    .where(eq(session.id, sessionId))
  return row?.minutes
}
