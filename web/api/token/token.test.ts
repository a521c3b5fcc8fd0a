import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bearer, expireToken, isTokenDue, removeToken, renewToken } from './token.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const stored = new Map<string, string>()
let answers: Array<(token: string) => void> = []

beforeEach(() => {
  stored.clear()
  answers = []
  vi.useFakeTimers({ now })
  vi.stubGlobal('localStorage', area(stored))
  vi.stubGlobal('fetch', () => new Promise((answer) => answers.push((token) => answer(Response.json({ token })))))
})

afterEach(() => {
  removeToken()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a token is due five minutes before it expires', () => {
  stored.set('accessToken', tokenEnding(now + 5 * 60_000 + 1000))
  expect(isTokenDue()).toBe(false)
  vi.setSystemTime(now + 2000)
  expect(isTokenDue()).toBe(true)
})

test.each([
  ['7 minutes slow', -7],
  ['2 days slow', -2 * 24 * 60],
  ['10 hours fast', 10 * 60],
])('a clock that is %s: the token is renewed five minutes before the server refuses it', async (_, offMinutes) => {
  const start = now + offMinutes * 60_000
  vi.setSystemTime(start)
  const renewed = renewToken('ada@example.com')
  answers[0]?.(tokenEnding(now + 60 * 60_000, now))
  await renewed
  expect(isTokenDue()).toBe(false)
  vi.setSystemTime(start + 54 * 60_000)
  expect(isTokenDue()).toBe(false)
  vi.setSystemTime(start + 56 * 60_000)
  expect(isTokenDue()).toBe(true)
  vi.setSystemTime(start + 61 * 60_000)
  const sent = bearer('ada@example.com')
  answers[1]?.('new')
  expect(await sent).toBe('new')
})

test('a token received before the clock was set back is renewed', async () => {
  const renewed = renewToken('ada@example.com')
  answers[0]?.(tokenEnding(now + 60 * 60_000, now))
  await renewed
  vi.setSystemTime(now - 60_000)
  expect(isTokenDue()).toBe(true)
})

test('a request made while the token is renewed waits for the new one', async () => {
  stored.set('accessToken', tokenEnding(now + 60_000))
  const renewed = renewToken('ada@example.com')
  const sent = bearer('ada@example.com')
  answers[0]?.('new')
  expect(await sent).toBe('new')
  expect(await renewed).toBe('new')
  expect(answers).toHaveLength(1)
  expect(stored.get('accessToken')).toBe('new')
})

test('an invalid token is sent unchanged, for the server to refuse', async () => {
  stored.set('accessToken', 'nonsense')
  expect(await bearer('ada@example.com')).toBe('nonsense')
})

test('an expired token is renewed by the next request and signs out no other tab', async () => {
  stored.set('accessToken', tokenEnding(now + 60 * 60_000))
  const late = renewToken('ada@example.com')
  expireToken()
  answers[0]?.('of the old session')
  await late
  expect(stored.get('accessToken')).toBe('')
  expect(isTokenDue()).toBe(true)
  const sent = bearer('ada@example.com')
  answers[1]?.('new')
  expect(await sent).toBe('new')
})

test('without local storage the token is stored for this tab', async () => {
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

test('a token that arrives after the sign-out is not stored', async () => {
  const renewed = renewToken('ada@example.com')
  removeToken()
  answers[0]?.('late')
  await renewed
  expect(stored.has('accessToken')).toBe(false)
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

function tokenEnding(at: number, from?: number): string {
  const claims = { exp: at / 1000, ...(from !== undefined && { iat: from / 1000 }) }
  return `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
}
