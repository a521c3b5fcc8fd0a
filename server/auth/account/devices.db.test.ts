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

/** Somebody signed in twice: at sign-up, and with a browser on Windows from 192.0.2.7. */
async function onTwoDevices() {
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

const end = (cookie: string, id?: string, headers: Record<string, string> = { origin: server.origin }) =>
  server.app.inject({ method: 'DELETE', url: id ? `${url}/${id}` : url, headers: { cookie, ...headers } })

describe('the list of devices', () => {
  it('tells what each is, where from and since when, and which one is being used', async () => {
    const { first, second } = await onTwoDevices()
    const [here, there] = await listed(second)
    expect(here).toMatchObject({ name: 'Chrome on Windows', address: '192.0.2.7', present: true })
    expect(there).toMatchObject({ name: 'Unknown device', address: '127.0.0.1', present: false })
    expect(Date.now() - Date.parse(here?.signedIn ?? '')).toBeLessThan(60_000)
    expect(Date.parse(here?.lastUsed ?? '')).toBe(Date.parse(here?.signedIn ?? ''))
    expect((await listed(first))[0]).toMatchObject({ id: there?.id, present: true })
  })

  it('holds no secret, nothing of other people and nothing that has ended', async () => {
    const { email, first, second } = await onTwoDevices()
    await onTwoDevices()
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

  it('is for who holds the cookie', async () => {
    const { bearer } = await server.person()
    expect((await server.app.inject({ url })).statusCode).toBe(401)
    expect((await server.app.inject({ url, headers: bearer })).statusCode).toBe(401)
    expect((await server.app.inject({ url: '/api/auth/account', headers: bearer })).statusCode).toBe(401)
  })
})

describe('a device that is signed out from another', () => {
  it('is refused at once, by cookie and by access token, on every instance', async () => {
    const { email, first, second } = await onTwoDevices()
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
    expect((await end(second, there?.id)).statusCode).toBe(204)
    for (const { app } of [server, other]) expect(await statuses(app)).toEqual([401, 401, 401, 401])
    expect(await isSignedIn(server, first)).toBe(false)
    expect(await listed(second)).toHaveLength(1)
    expect((await end(second, there?.id)).statusCode).toBe(404)
    await other.close()
  })

  it('is one’s own: somebody else’s is unknown and stays signed in', async () => {
    const [ann, bo] = [await onTwoDevices(), await onTwoDevices()]
    const [, there] = await listed(bo.second)
    const refused = await end(ann.second, there?.id)
    expect(refused.json()).toMatchObject({ status: 404, detail: 'This device is not signed in any more.' })
    expect((await end(ann.second, 'made-up')).json()).toEqual(refused.json())
    expect(await isSignedIn(server, bo.first)).toBe(true)
  })

  it('is never the one that is being used, which has Sign Out', async () => {
    const { second } = await onTwoDevices()
    const [here] = await listed(second)
    expect((await end(second, here?.id)).statusCode).toBe(409)
    expect(await isSignedIn(server, second)).toBe(true)
  })

  it('can be all of the others, and of nobody else', async () => {
    const [ann, bo] = [await onTwoDevices(), await onTwoDevices()]
    expect((await end(ann.second)).statusCode).toBe(204)
    expect(await listed(ann.second)).toMatchObject([{ present: true }])
    expect(await isSignedIn(server, ann.first)).toBe(false)
    expect([await isSignedIn(server, bo.first), await isSignedIn(server, bo.second)]).toEqual([true, true])
  })

  it('is not signed out by another site’s page', async () => {
    const { first, second } = await onTwoDevices()
    const [, there] = await listed(second)
    for (const headers of [{ origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      expect((await end(second, there?.id, headers)).statusCode).toBe(403)
      expect((await end(second, undefined, headers)).statusCode).toBe(403)
    }
    expect(await isSignedIn(server, first)).toBe(true)
  })
})
