import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bearer, expireToken, isTokenDue, removeToken, renewToken } from './token.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const kept = new Map<string, string>()
let answers: Array<(token: string) => void> = []

beforeEach(() => {
  kept.clear()
  answers = []
  vi.useFakeTimers({ now })
  vi.stubGlobal('localStorage', area(kept))
  vi.stubGlobal('fetch', () => new Promise((answer) => answers.push((token) => answer(Response.json({ token })))))
})

afterEach(() => {
  removeToken()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a token is due five minutes before it ends, not sooner', () => {
  kept.set('accessToken', tokenEnding(now + 5 * 60_000 + 1000))
  expect(isTokenDue(now)).toBe(false)
  expect(isTokenDue(now + 2000)).toBe(true)
})

test('a request made while the token is renewed waits for the new one', async () => {
  kept.set('accessToken', tokenEnding(now + 60_000))
  const renewed = renewToken('ada@example.com')
  const sent = bearer('ada@example.com')
  answers[0]?.('new')
  expect(await sent).toBe('new')
  expect(await renewed).toBe('new')
  expect(answers).toHaveLength(1)
  expect(kept.get('accessToken')).toBe('new')
})

test('a token that was tampered with is sent as it is, for the server to refuse', async () => {
  kept.set('accessToken', 'nonsense')
  expect(await bearer('ada@example.com')).toBe('nonsense')
})

test('a token that ended with its session is renewed by the next request, and its removal is not told to other tabs', async () => {
  kept.set('accessToken', tokenEnding(now + 60 * 60_000))
  const late = renewToken('ada@example.com')
  expireToken()
  answers[0]?.('of the old session')
  await late
  expect(kept.get('accessToken')).toBe('')
  expect(isTokenDue(now)).toBe(true)
  const sent = bearer('ada@example.com')
  answers[1]?.('new')
  expect(await sent).toBe('new')
})

test('where local storage takes nothing the token is kept for this tab', async () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', area(tab))
  for (const setItem of [() => undefined, refuse]) {
    vi.stubGlobal('localStorage', { ...area(new Map()), setItem })
    const renewed = renewToken('ada@example.com')
    answers.at(-1)?.(tokenEnding(now + 60 * 60_000))
    const token = await renewed
    expect(tab.get('accessToken')).toBe(token)
    expect(await bearer('ada@example.com')).toBe(token)
    removeToken()
    expect(tab.size).toBe(0)
  }
})

test('a renewal that comes back after sign-out is not kept', async () => {
  const renewed = renewToken('ada@example.com')
  removeToken()
  answers[0]?.('late')
  await renewed
  expect(kept.has('accessToken')).toBe(false)
})

function area(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

function refuse(): never {
  throw new Error('refused')
}

function tokenEnding(at: number): string {
  return `x.${Buffer.from(JSON.stringify({ exp: at / 1000 })).toString('base64url')}.y`
}
