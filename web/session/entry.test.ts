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

const kept = new Map<string, string>()
let answers: Record<string, () => Response>
let asked: string[]

beforeEach(async () => {
  kept.clear()
  answers = {
    [post.in]: () => Response.json({}),
    [post.up]: () => Response.json({}),
    [post.out]: () => Response.json({}),
    [session]: () => Response.json(live),
    [user]: () => Response.json({ token }),
  }
  vi.stubGlobal('document', { documentElement: { classList: { remove: () => undefined } } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answers[path]?.() ?? unreached()
  })
  await forget()
  asked = []
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

test('a sign-in keeps the token and the record', async () => {
  await signIn(form)
  expect(currentSession()).toEqual({ status: 'in', person: { ...ada, until } })
  expect(kept.get('accessToken')).toBe(token)
  expect(kept.size).toBe(2)
})

test.each([
  ['the token is refused', { [user]: refused(403, 'This is another account.') }, 'This is another account.'],
  ['the token fails', { [user]: refused(500, 'Our fault.') }, 'Our fault.'],
  ['the session fails', { [session]: refused(503, 'We are busy.') }, 'We are busy.'],
  ['the browser keeps no cookie', { [session]: () => Response.json(null) }, /^Your browser didn’t keep/],
  ['the network fails', { [user]: unreached }, 'Failed to fetch'],
  ['the sign-out fails too', { [user]: refused(500, 'Our fault.'), [post.out]: unreached }, 'Our fault.'],
])('a sign-in is undone when %s', async (_, faults, message) => {
  answers = { ...answers, ...faults }
  await expect(signIn(form)).rejects.toThrow(message)
  expect(asked.at(-1)).toBe(post.out)
  expect(currentSession()).toMatchObject({ status: 'out' })
  expect([...kept]).toEqual([])
})

test('a sign-up that can’t sign in says that the account is there', async () => {
  answers[user] = refused(503, 'We are busy.')
  await expect(signUp({ ...form, name: 'Ada' })).rejects.toMatchObject({
    message: 'Your account was created, but we couldn’t log you in. We are busy.',
    problem: { code: 'ACCOUNT_CREATED' },
  })
  expect(asked).toEqual([post.up, session, user, post.out])
  expect([...kept]).toEqual([])
})

test.each([401, 403])('a page load whose token is refused with %s ends the session', async (status) => {
  answers[user] = refused(status, 'No.')
  await loadSession()
  expect(asked).toEqual([session, user, post.out])
  expect(currentSession()).toMatchObject({ status: 'out' })
  expect([...kept]).toEqual([])
})

test.each([
  ['offline', unreached],
  ['503', refused(503, 'We are busy.')],
  ['429', refused(429, 'Too many attempts.')],
])('a page load whose token fails with %s signs nobody out, and the token follows', async (_, fault) => {
  answers[user] = fault
  await loadSession()
  expect(asked).not.toContain(post.out)
  expect(currentSession()).toMatchObject({ status: 'in' })
  answers[user] = () => Response.json({ token })
  await keepSession()
  expect(kept.get('accessToken')).toBe(token)
})

test('a page that was loaded offline finds out who is signed in later', async () => {
  setSession({ status: 'loading' })
  answers[session] = unreached
  await loadSession()
  expect(currentSession()).toEqual({ status: 'out', left: false })
  answers[session] = () => Response.json(live)
  await keepSession()
  expect(currentSession()).toMatchObject({ status: 'in' })
})

test('a renewal that is refused leaves it to the server who is signed in', async () => {
  await loadSession()
  kept.delete('accessToken')
  answers[user] = refused(401, 'No.')
  answers[session] = () => Response.json(null)
  await keepSession()
  expect(currentSession()).toMatchObject({ status: 'out' })
})
