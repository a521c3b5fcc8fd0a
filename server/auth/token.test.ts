import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accessTokens } from './token.ts'

const secret = 'a secret that only tests know, 32 characters and more'
const ann = { userId: 'u1', sessionId: 's1', email: 'ann@example.org' }
const minute = 60_000
const tokens = () => accessTokens(secret, 'https://clinic.example')

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

it('is valid for an hour and a minute of clock tolerance', async () => {
  const token = await tokens().issue(ann)
  for (const [later, isValid] of [
    [0, true],
    [60 * minute, true],
    [60.9 * minute, true],
    [61.1 * minute, false],
  ] as const) {
    vi.setSystemTime(Date.parse('2026-11-21T12:00:00Z') + later)
    expect(await tokens().read(token), `${later / minute} min`).toEqual(isValid ? ann : undefined)
  }
})

it('expires on time for a reader that has cached it', async () => {
  const reader = tokens()
  const token = await reader.issue(ann)
  expect(await reader.read(token)).toEqual(ann)
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect(await reader.read(token)).toEqual(ann)
  await vi.advanceTimersByTimeAsync(3 * minute)
  expect(await reader.read(token)).toBeUndefined()
})

it('is refused with another secret, issuer or algorithm', async () => {
  const token = await tokens().issue(ann)
  expect(await accessTokens(`${secret}!`, 'https://clinic.example').read(token)).toBeUndefined()
  expect(await accessTokens(secret, 'https://other.example').read(token)).toBeUndefined()
  const key = new TextEncoder().encode(secret)
  const claims = { sub: 'u1', sid: 's1', email: ann.email, iss: 'https://clinic.example', aud: 'clinic-api' }
  for (const alg of ['HS256', 'HS512']) {
    const forged = await new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key)
    expect(await tokens().read(forged)).toBeUndefined()
  }
})
