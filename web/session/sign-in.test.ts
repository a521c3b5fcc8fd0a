import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, keepSession, loadSession, signIn, signUp } from './session.ts'
import { currentSession, setSession } from './store.ts'

const form = { email: 'ada@example.com', password: 'a sound passphrase' }
const ada = { email: form.email, name: 'Ada' }
const until = new Date(Date.now() + 60_000)
const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.y`

const post = { in: '/api/auth/sign-in/email', up: '/api/auth/sign-up/email', out: '/api/auth/sign-out' }
const session = '/api/auth/get-session'
const user = '/user/ada%40example.com'
const live = { user: ada, session: { expiresAt: until } }

const stored = new Map<string, string>()
let responses: Record<string, () => Response>
let requests: string[]

beforeEach(async () => {
  stored.clear()
  responses = {
    [post.in]: () => Response.json({}),
    [post.up]: () => Response.json({}),
    [post.out]: () => Response.json({}),
    [session]: () => Response.json(live),
    [user]: () => Response.json({ token }),
  }
  vi.stubGlobal('document', { documentElement: { classList: { remove: () => undefined } } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return responses[path]?.() ?? unreached()
  })
  await forget()
  requests = []
})

afterEach(() => {
  setSession({ status: 'loading' })
  vi.unstubAllGlobals()
})

const refused = (status: number, detail: string) => () =>
  Response.json({ type: 'about:blank', title: 'Refused', status, detail }, { status })
const unreached = () => {
  throw new TypeError('Failed to fetch')
}

test('a sign-in stores the token and the record', async () => {
  await signIn(form)
  expect(currentSession()).toEqual({ status: 'in', person: { ...ada, until } })
  expect(stored.get('accessToken')).toBe(token)
  expect([...stored.keys()].sort()).toEqual(['accessToken', 'accessTokenReceipt', 'session'])
})

test.each([
  ['the token is refused', { [user]: refused(403, 'This is another account.') }, 'This is another account.'],
  ['the token fails', { [user]: refused(500, 'Our fault.') }, 'Our fault.'],
  ['the session fails', { [session]: refused(503, 'We are busy.') }, 'We are busy.'],
  ['the browser stores no cookie', { [session]: () => Response.json(null) }, /^Your browser didn’t keep/],
  ['the network fails', { [user]: unreached }, 'Failed to fetch'],
  ['the sign-out fails too', { [user]: refused(500, 'Our fault.'), [post.out]: unreached }, 'Our fault.'],
])('a sign-in is undone when %s', async (_, faults, message) => {
  responses = { ...responses, ...faults }
  await expect(signIn(form)).rejects.toThrow(message)
  expect(requests.at(-1)).toBe(post.out)
  expect(currentSession()).toMatchObject({ status: 'out' })
  expect([...stored]).toEqual([])
})

test('a sign-up that can’t sign in says that the account was created', async () => {
  responses[user] = refused(503, 'We are busy.')
  await expect(signUp({ ...form, name: 'Ada' })).rejects.toMatchObject({
    message: 'Your account was created, but we couldn’t log you in. We are busy.',
    problem: { code: 'ACCOUNT_CREATED' },
  })
  expect(requests).toEqual([post.up, session, user, post.out])
  expect([...stored]).toEqual([])
})

test.each([401, 403])('a token refused with %s at page load ends the session', async (status) => {
  responses[user] = refused(status, 'No.')
  await loadSession()
  expect(requests).toEqual([session, user, post.out])
  expect(currentSession()).toMatchObject({ status: 'out' })
  expect([...stored]).toEqual([])
})

test.each([
  ['offline', unreached],
  ['503', refused(503, 'We are busy.')],
  ['429', refused(429, 'Too many attempts.')],
])('a token that fails with %s at page load signs nobody out and is renewed later', async (_, fault) => {
  responses[user] = fault
  await loadSession()
  expect(requests).not.toContain(post.out)
  expect(currentSession()).toMatchObject({ status: 'in' })
  responses[user] = () => Response.json({ token })
  await keepSession()
  expect(stored.get('accessToken')).toBe(token)
})

test('a page loaded offline loads the session later', async () => {
  setSession({ status: 'loading' })
  responses[session] = unreached
  await loadSession()
  expect(currentSession()).toEqual({ status: 'out', left: false })
  responses[session] = () => Response.json(live)
  await keepSession()
  expect(currentSession()).toMatchObject({ status: 'in' })
})

test('a refused renewal loads the session again', async () => {
  await loadSession()
  stored.delete('accessToken')
  responses[user] = refused(401, 'No.')
  responses[session] = () => Response.json(null)
  await keepSession()
  expect(currentSession()).toMatchObject({ status: 'out' })
})
