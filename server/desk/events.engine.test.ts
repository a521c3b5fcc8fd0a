import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { maxStreams } from '#server/desk/events.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openEventStream } from '#server/testing/calendar/event-stream.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { endAllRoles } from '#server/testing/staff.ts'

const date = 'May 4, 2026'
const wish = { treatment: 'Teeth Cleaning', date, slot: '08.00 AM - 08.30 AM' }
const engine = inject('engine')
let server: TestApp
let staff: TestStaff
let url: string
let abort: AbortController

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(() => {
  abort = new AbortController()
})
afterEach(() => abort.abort())

const follow = (at = url, bearer: Record<string, string> = staff.admin.bearer) =>
  openEventStream(`${at}/desk/events`, bearer, abort.signal)

it('is a stream that nothing keeps or buffers', async () => {
  const { response, text } = await follow()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  await expect.poll(() => text()).toBe(': open\n\n')
})

it('names the day of a booking, of a change of its status and of its note', async () => {
  const { text } = await follow()
  const count = () => text().split(`event: day\ndata: ${date}\n\n`).length - 1
  const id = (await staff.book(wish)).json().booking._id
  await expect.poll(() => count()).toBe(1)
  const patch = (what: string, payload: object) =>
    server.app.inject({
      method: 'PATCH',
      url: `/desk/appointments/${id}/${what}`,
      headers: staff.admin.bearer,
      payload,
    })
  await patch('note', { note: 'Wheelchair' })
  await expect.poll(() => count()).toBe(2)
  await patch('time', { date: 'May 5, 2026', slot: wish.slot })
  await expect.poll(() => text()).toContain('event: day\ndata: May 5, 2026\n\n')
  expect(count()).toBe(3)
})

it('says that anything may have changed after a change of the rules', async () => {
  const { text } = await follow()
  await staff.change({ kind: 'add-chair', name: 'Window' })
  await expect.poll(() => text()).toContain('event: all\n')
})

it('is refused to a session that has too many, and a closed one makes room', async () => {
  const { bearer } = await server.person({ role: 'admin' })
  for (let n = 0; n < maxStreams.session; n += 1) expect((await follow(url, bearer)).response.status).toBe(200)
  const { response } = await follow(url, bearer)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  abort.abort()
  abort = new AbortController()
  await expect.poll(async () => (await follow(url, bearer)).response.status).toBe(200)
})

it('is not opened by HEAD, nor for a patient', async () => {
  const headers = { ...staff.admin.bearer, accept: 'text/event-stream' }
  expect((await fetch(`${url}/desk/events`, { method: 'HEAD', headers })).status).toBe(404)
  expect((await follow(url, (await server.person()).bearer)).response.status).toBe(403)
})

describe('a server that stops', () => {
  let running: Server | undefined
  afterEach(() => running?.stop())

  it('ends the streams at once', async () => {
    const databaseServer = engine.kind === 'postgres' ? engine.url : undefined
    running = await startServer({ databaseServer, env: { DEMO: 'on' } })
    const admin = { email: 'admin@example.com', password: 'demo-admin' }
    const post = { method: 'POST', headers: { origin: running.url, 'content-type': 'application/json' } }
    const signedIn = await fetch(`${running.url}/api/auth/sign-in/email`, { ...post, body: JSON.stringify(admin) })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const token = await fetch(`${running.url}/user/${admin.email}`, {
      method: 'PUT',
      headers: { ...post.headers, cookie },
      body: JSON.stringify({ email: admin.email }),
    })
    const bearer = { authorization: `Bearer ${((await token.json()) as { token: string }).token}` }
    const { isEnded, text } = await follow(running.url, bearer)
    await expect.poll(() => text()).toContain(': open')
    // A server that waited for its streams would be killed, and exit with null.
    expect(await running.kill('SIGTERM')).toBe(0)
    await isEnded
  })
})

if (engine.kind === 'postgres') {
  describe('another instance on the same PostgreSQL', () => {
    it('sends the events too, and ends the streams of a session', async () => {
      const database = await openDatabase({ databaseUrl: server.database.url, dataDir: '' }, pino({ level: 'silent' }))
      const other = await openTestApp({ database })
      const otherUrl = await other.app.listen({ port: 0, host: '127.0.0.1' })
      const { text } = await follow(otherUrl)
      await staff.book({ ...wish, date: 'May 6, 2026' })
      await expect.poll(() => text()).toContain('event: day\ndata: May 6, 2026\n\n')
      const rita = await followAsDesk(otherUrl)
      await server.database.db.delete(session).where(eq(session.id, rita.sessionId))
      await expect.poll(() => rita.isOver()).toBe(true)
      abort.abort()
      await other.close()
      await database.close()
    })
  })
}

/** Opens a stream of a new receptionist. `isOver` tells whether it has ended. */
async function followAsDesk(at = url) {
  const person = await server.person({ role: 'receptionist' })
  const { response, isEnded } = await follow(at, person.bearer)
  expect(response.status).toBe(200)
  let over = false
  void isEnded.then(() => {
    over = true
  })
  return { ...person, isOver: () => over }
}

// By itself a stream would look for its session after a minute, which is longer than these wait.
describe('a stream ends at once when', () => {
  it('its session ends, and others go on', async () => {
    const [rita, ben] = [await followAsDesk(), await followAsDesk()]
    await server.database.db.delete(session).where(eq(session.id, rita.sessionId))
    await expect.poll(() => rita.isOver()).toBe(true)
    expect(ben.isOver()).toBe(false)
  })

  it('its account is deleted', async () => {
    const rita = await followAsDesk()
    await server.database.db.delete(user).where(eq(user.id, rita.userId))
    await expect.poll(() => rita.isOver()).toBe(true)
  })

  it('the role ends, and may not be opened again', async () => {
    const rita = await followAsDesk()
    await endAllRoles(server.database.db)
    await expect.poll(() => rita.isOver()).toBe(true)
    expect((await follow(url, rita.bearer)).response.status).toBe(403)
  })
})
