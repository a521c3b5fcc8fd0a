import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, loadSession, signOutRefused } from './session.ts'
import { currentSession, setSession } from './store.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const kept = new Map<string, string>()
let asked: { path: string; answer: (body: unknown) => void }[] = []

beforeEach(() => {
  kept.clear()
  asked = []
  vi.stubGlobal('document', { documentElement: { classList: { remove: () => undefined } } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal(
    'fetch',
    (path: string) => new Promise((resolve) => asked.push({ path, answer: (body) => resolve(Response.json(body)) })),
  )
})

afterEach(() => {
  setSession({ status: 'loading' })
  vi.unstubAllGlobals()
})

const paths = () => asked.map(({ path }) => path)
const answer = async (path: string, body: unknown) => {
  await vi.waitFor(() => expect(paths().at(-1)).toBe(path))
  asked.at(-1)?.answer(body)
}

test('who is signed out while the server still confirms the session stays signed out', async () => {
  const loaded = loadSession()
  await vi.waitFor(() => expect(paths()).toEqual(['/api/auth/get-session']))
  const left = signOutRefused().then(() => forget({ barred: true }))

  await answer('/api/auth/get-session', { user: ada, session: { expiresAt: new Date(Date.now() + 60_000) } })
  await answer('/user/ada%40example.com', { token: 'late' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: true })
  expect(kept.size).toBe(0)
})

test('a session that can’t be confirmed can be left all the same', async () => {
  const loaded = loadSession()
  await vi.waitFor(() => expect(paths()).toEqual(['/api/auth/get-session']))
  const left = signOutRefused().then(() => forget())
  asked[0]?.answer({ not: 'a session' })
  await loaded
  await answer('/api/auth/sign-out', {})
  await left
  expect(currentSession()).toEqual({ status: 'out', left: false, barred: false })
})
