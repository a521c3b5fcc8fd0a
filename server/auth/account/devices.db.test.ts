import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/account.ts'
import { session } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { bearerOf, cookieOf, isSignedIn } from '#server/testing/sessions.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const url = '/api/auth/devices'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** Signs a user in on two devices: at sign-up, and with a browser on Windows from 192.0.2.7. */
async function signInOnTwoDevices() {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' }
  const first = await server.signUp(person)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress: '192.0.2.7',
    headers: { origin: server.origin, 'user-agent': windows },
    payload: person,
  })
  return { ...person, first: first.cookie, second: cookieOf(answer) }
}

const listed = async (cookie: string) => (await server.app.inject({ url, headers: { cookie } })).json<Device[]>()

const signOut = (cookie: string, id?: string, headers: Record<string, string> = { origin: server.origin }) =>
  server.app.inject({ method: 'DELETE', url: id ? `${url}/${id}` : url, headers: { cookie, ...headers } })

describe('the list of devices', () => {
  it('shows the name, address and times of each device and marks the present one', async () => {
    const { first, second } = await signInOnTwoDevices()
    const [here, there] = await listed(second)
    expect(here).toMatchObject({ name: 'Chrome on Windows', address: '192.0.2.7', present: true })
    expect(there).toMatchObject({ name: 'Unknown device', address: '127.0.0.1', present: false })
    expect(Date.now() - Date.parse(here?.signedIn ?? '')).toBeLessThan(60_000)
    expect(Date.now() - Date.parse(here?.lastUsed ?? '')).toBeLessThan(60_000)
    expect((await listed(first))[0]).toMatchObject({ id: there?.id, present: true })
  })

  it('contains no session tokens, no devices of other users and no expired sessions', async () => {
    const { email, first, second } = await signInOnTwoDevices()
    await signInOnTwoDevices()
    const [here, there] = await listed(second)
    const rows = await server.database.db.select().from(session)
    const { body, headers } = await server.app.inject({ url, headers: { cookie: second } })
    for (const { token } of rows) expect(body).not.toContain(token)
    expect(headers['cache-control']).toBe('no-store')
    expect(here && there && (await listed(second))).toHaveLength(2)
    await server.database.db
      .update(session)
      .set({ expiresAt: new Date() })
      .where(eq(session.id, there?.id ?? ''))
    expect(await listed(second)).toHaveLength(1)
    expect(await isSignedIn(server, first), email).toBe(false)
  })

  it('requires the session cookie', async () => {
    const { bearer } = await server.person()
    expect((await server.app.inject({ url })).statusCode).toBe(401)
    expect((await server.app.inject({ url, headers: bearer })).statusCode).toBe(401)
    expect((await server.app.inject({ url: '/api/auth/account', headers: bearer })).statusCode).toBe(401)
  })
})

describe('signing a device out', () => {
  it('ends its cookie and access token at once on every instance', async () => {
    const { email, first, second } = await signInOnTwoDevices()
    const other = await openTestApp({ database: server.database })
    const [bearer, origin] = [await bearerOf(server, first, email), server.origin]
    const calls = (app: TestApp['app']) => [
      app.inject({ url: '/booking', query: { patient: email }, headers: bearer }),
      app.inject({ url: `/admin/${email}`, headers: bearer }),
      app.inject({ url, headers: { cookie: first } }),
      app.inject({ method: 'PUT', url: `/user/${email}`, headers: { cookie: first, origin }, payload: { email } }),
    ]
    const statuses = async (app: TestApp['app']) => (await Promise.all(calls(app))).map(({ statusCode }) => statusCode)
    for (const { app } of [server, other]) expect(await statuses(app)).toEqual([200, 200, 200, 200])
    const [, there] = await listed(second)
    expect((await signOut(second, there?.id)).statusCode).toBe(204)
    for (const { app } of [server, other]) expect(await statuses(app)).toEqual([401, 401, 401, 401])
    expect(await isSignedIn(server, first)).toBe(false)
    expect(await listed(second)).toHaveLength(1)
    expect((await signOut(second, there?.id)).statusCode).toBe(404)
    await other.close()
  })

  it('reports another user’s device as not found', async () => {
    const [ann, bo] = [await signInOnTwoDevices(), await signInOnTwoDevices()]
    const [, there] = await listed(bo.second)
    const refused = await signOut(ann.second, there?.id)
    expect(refused.json()).toMatchObject({ status: 404, detail: 'This device is not signed in any more.' })
    expect((await signOut(ann.second, 'made-up')).json()).toEqual(refused.json())
    expect(await isSignedIn(server, bo.first)).toBe(true)
  })

  it('refuses the present device', async () => {
    const { second } = await signInOnTwoDevices()
    const [here] = await listed(second)
    expect((await signOut(second, here?.id)).statusCode).toBe(409)
    expect(await isSignedIn(server, second)).toBe(true)
  })

  it('signs out all other devices of the user, and of nobody else', async () => {
    const [ann, bo] = [await signInOnTwoDevices(), await signInOnTwoDevices()]
    expect((await signOut(ann.second)).statusCode).toBe(204)
    expect(await listed(ann.second)).toMatchObject([{ present: true }])
    expect(await isSignedIn(server, ann.first)).toBe(false)
    expect([await isSignedIn(server, bo.first), await isSignedIn(server, bo.second)]).toEqual([true, true])
  })

  it('is refused from another site', async () => {
    const { first, second } = await signInOnTwoDevices()
    const [, there] = await listed(second)
    for (const headers of [{ origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      expect((await signOut(second, there?.id, headers)).statusCode).toBe(403)
      expect((await signOut(second, undefined, headers)).statusCode).toBe(403)
    }
    expect(await isSignedIn(server, first)).toBe(true)
  })
})
