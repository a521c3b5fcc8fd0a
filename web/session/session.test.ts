import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, loadSession, signOutRefused } from './session.ts'
import { currentSession, setSession } from './store.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const stored = new Map<string, string>()
let requests: { path: string; answer: (body: unknown) => void }[] = []

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
    (path: string) => new Promise((resolve) => requests.push({ path, answer: (body) => resolve(Response.json(body)) })),
  )
})

afterEach(() => {
  setSession({ status: 'loading' })
  vi.unstubAllGlobals()
})

const paths = () => requests.map(({ path }) => path)
const answer = async (path: string, body: unknown) => {
  await vi.waitFor(() => expect(paths().at(-1)).toBe(path))
  requests.at(-1)?.answer(body)
}

test('a session that the server confirms after the sign-out stays ended', async () => {
  const loaded = loadSession()
  await vi.waitFor(() => expect(paths()).toEqual(['/api/auth/get-session']))
  const left = signOutRefused().then(() => forget({ barred: true }))

  await answer('/api/auth/get-session', { user: ada, session: { expiresAt: new Date(Date.now() + 60_000) } })
  await answer('/user/ada%40example.com', { token: 'late' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: true })
  expect(stored.size).toBe(0)
})

test('a session that can’t be confirmed can be ended', async () => {
  const loaded = loadSession()
  await vi.waitFor(() => expect(paths()).toEqual(['/api/auth/get-session']))
  const left = signOutRefused().then(() => forget())
  requests[0]?.answer({ not: 'a session' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: false })
})
