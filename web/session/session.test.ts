import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endRefused, loadSession } from './session.ts'
import { writeSessionRecord } from './session-record.ts'
import { currentSession, setSession } from './store.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const stored = new Map<string, string>()
let requests: { path: string; answer: (body: unknown, init?: ResponseInit) => void }[] = []

beforeEach(() => {
  stored.clear()
  requests = []
  vi.stubGlobal('document', { documentElement: { classList: { remove: () => undefined } } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise((resolve) => requests.push({ path, answer: (body, init) => resolve(Response.json(body, init)) })),
  )
})

afterEach(() => {
  setSession({ status: 'loading' })
  vi.unstubAllGlobals()
})

async function rememberAda({ role }: { role?: 'admin' } = {}) {
  stored.set('accessToken', 'token')
  await writeSessionRecord({ ...ada, until: new Date(Date.now() + 60_000), ...(role && { role }) })
}

const paths = () => requests.map(({ path }) => path)
const answer = async (path: string, body: unknown, init?: ResponseInit) => {
  await expect.poll(() => paths().at(-1)).toBe(path)
  requests.at(-1)?.answer(body, init)
}

test('a session that the server confirms after the sign-out stays ended', async () => {
  const loaded = loadSession()
  await expect.poll(() => paths()).toEqual(['/api/auth/get-session'])
  const left = endRefused({ barred: true })

  await answer('/api/auth/get-session', { user: ada, session: { expiresAt: new Date(Date.now() + 60_000) } })
  await answer('/user/ada%40example.com', { token: 'late' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: true, idle: false })
  expect(stored.size).toBe(0)
})

test.each([
  ['confirms it', { user: ada, session: { expiresAt: new Date(Date.now() + 60_000) } }, {}],
  ['can’t be reached', { title: 'Busy', status: 503, detail: 'We are busy.' }, { status: 503 }],
])('a remembered session is said to be that until the server %s', async (_, body, init) => {
  await rememberAda()
  const loaded = loadSession()
  await expect.poll(currentSession).toMatchObject({ status: 'in', isRemembered: true })
  await answer('/api/auth/get-session', body, init)
  await loaded
  expect(currentSession()).toMatchObject({ status: 'in', person: ada })
  expect(currentSession()).not.toHaveProperty('isRemembered')
})

test('a session that can’t be confirmed can be ended', async () => {
  await rememberAda()
  const loaded = loadSession()
  await expect.poll(() => paths()).toEqual(['/api/auth/get-session'])
  const left = endRefused({ left: true })
  requests[0]?.answer({ not: 'a session' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: true, barred: false, idle: false })
})

test('a refusal changes nothing once the session has ended for another reason', async () => {
  await rememberAda()
  const loaded = loadSession()
  await expect.poll(() => currentSession().status).toBe('in')
  const refused = endRefused({ left: true })
  await answer('/api/auth/get-session', null)
  await Promise.all([loaded, refused])
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: false, idle: false })
  expect(paths()).toEqual(['/api/auth/get-session'])
})

test.each([
  ['SESSION_IDLE', true],
  [undefined, false],
])('an ended session of staff, refused with %s, is idle: %s', async (code, idle) => {
  await rememberAda({ role: 'admin' })
  const loaded = loadSession()
  await answer('/api/auth/get-session', null)
  const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Please sign in.', code }
  await answer('/user/ada%40example.com', problem, { status: 401 })
  await answer('/api/auth/sign-out', {})
  await loaded
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: false, idle })
})

test('an ended session of a patient is not asked about', async () => {
  await rememberAda()
  const loaded = loadSession()
  await answer('/api/auth/get-session', null)
  await loaded
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: false, idle: false })
})

test('a record that a sign-out has left behind is not shown', async () => {
  await writeSessionRecord({ ...ada, until: new Date(Date.now() + 60_000) })
  const loaded = loadSession()
  await expect.poll(() => paths()).toEqual(['/api/auth/get-session'])
  expect(currentSession()).toEqual({ status: 'loading' })
  await answer('/api/auth/get-session', null)
  await loaded
  expect(stored.size).toBe(0)
})
