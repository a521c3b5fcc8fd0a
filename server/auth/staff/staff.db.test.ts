import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/account.ts'
import { audit } from '#server/database/schema/audit.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { isSignedIn } from '#server/testing/sessions.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.person({ role: 'admin' })
})
afterAll(() => server.close())

const send = (method: 'GET' | 'DELETE', url: string, by = admin) =>
  server.app.inject({ method, url, headers: by.bearer })
const actionsOn = async (target: string) =>
  (await server.database.db.select({ action: audit.action }).from(audit).where(eq(audit.target, target))).map(
    ({ action }) => action,
  )

describe('the sessions of a person', () => {
  it('are listed for admins, without tokens, and the look is recorded', async () => {
    const { email, cookie } = await passwordCalls(server).signedUp()
    const answer = await send('GET', `/user/sessions/${email}`)
    expect(answer.json<Device[]>()).toMatchObject([{ name: 'Unknown device', address: '127.0.0.1', present: false }])
    const [row] = await server.database.db
      .select()
      .from(session)
      .where(sql`${cookie} like '%' || ${session.token} || '%'`)
    expect(row && answer.body).not.toContain(row?.token)
    expect(await actionsOn(email)).toEqual(['read-sessions'])
  })

  it('end at once, and the end is recorded', async () => {
    const { email, cookie } = await passwordCalls(server).signedUp()
    expect((await send('DELETE', `/user/sessions/${email}`)).statusCode).toBe(204)
    expect(await isSignedIn(server, cookie)).toBe(false)
    expect(await actionsOn(email)).toEqual(['end-sessions'])
  })

  it('are not ended by an admin whose sign-in is old', async () => {
    const { email, cookie } = await passwordCalls(server).signedUp()
    const old = await server.person({ role: 'admin' })
    await server.database.db
      .update(session)
      .set({ confirmedAt: sql`now() - interval '2 hours'` })
      .where(eq(session.id, old.sessionId))
    const refused = await send('DELETE', `/user/sessions/${email}`, old)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'CONFIRMATION_NEEDED'])
    expect(await isSignedIn(server, cookie)).toBe(true)
  })

  it('of nobody are not found', async () => {
    expect((await send('GET', '/user/sessions/nobody@example.org')).statusCode).toBe(404)
  })
})

describe('removing the second factor of somebody who lost it', () => {
  it('signs them out and leaves the password', async () => {
    const calls = passwordCalls(server)
    const person = await calls.signedUp()
    const { db } = server.database
    await db.update(user).set({ twoFactorEnabled: true }).where(eq(user.email, person.email))
    expect((await send('DELETE', `/user/secondFactor/${person.email}`)).statusCode).toBe(204)
    expect(await isSignedIn(server, person.cookie)).toBe(false)
    expect((await calls.signIn(person)).json()).toHaveProperty('user')
    expect(await actionsOn(person.email)).toEqual(['remove-second-factor'])
    expect((await send('DELETE', `/user/secondFactor/${person.email}`)).statusCode).toBe(409)
  })

  it('is refused for the admin’s own', async () => {
    const refused = await send('DELETE', `/user/secondFactor/${admin.email}`)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'Turn your own second factor off under My Account.',
    ])
  })
})
