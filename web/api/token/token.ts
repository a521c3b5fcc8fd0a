import { z } from 'zod/mini'
import { putUser } from '#web/api/auth.ts'
import { tokenKey } from './token-key.ts'

const renewBefore = 5 * 60_000
const claims = z.object({ exp: z.number() })
let renewal: Promise<string> | undefined
let unstored: string | null = null
// The first that works keeps the token, as for the session's record. Without any, a reload gets a new token.
const areas = [() => localStorage, () => sessionStorage]

/** Returns the token for a request by `email`. Waits for a renewal in progress; renews a token that is missing or expired. */
export async function bearer(email: string): Promise<string> {
  if (renewal) return renewal
  const token = readToken()
  return token && expiry(token) > Date.now() ? token : renewToken(email)
}

/** Gets a new token and stores it, unless the person signed out meanwhile. Concurrent calls share one request. */
export function renewToken(email: string): Promise<string> {
  if (renewal) return renewal
  const mine = putUser(email)
    .then((token) => {
      if (renewal === mine) keepToken(token)
      return token
    })
    .finally(() => {
      if (renewal === mine) renewal = undefined
    })
  renewal = mine
  return mine
}

/** Whether the token is missing or expires within five minutes. */
export function isTokenDue(now: number): boolean {
  const token = readToken()
  return token === null || expiry(token) - now < renewBefore
}

export function removeToken(): void {
  renewal = undefined
  unstored = null
  for (const area of areas) attempt(() => area().removeItem(tokenKey))
}

/** Marks the token as expired, here and in other tabs: the next request renews it. Signs nobody out. */
export function expireToken(): void {
  renewal = undefined
  keepToken('')
}

function keepToken(token: string): void {
  const kept = areas.some((area) =>
    attempt(() => {
      area().setItem(tokenKey, token)
      return area().getItem(tokenKey) === token
    }),
  )
  unstored = kept ? null : token
}

function readToken(): string | null {
  const kept = areas.map((area) => attempt(() => area().getItem(tokenKey)))
  return [...kept, unstored].find(Boolean) ?? null
}

// A blocked storage throws as soon as it is named.
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

// An unreadable token is sent as it is: the server refuses it, and that ends the session.
function expiry(token: string): number {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return claims.parse(JSON.parse(atob(payload))).exp * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
