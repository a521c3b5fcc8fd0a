import { z } from 'zod'
import { putUser } from '#web/api/auth.ts'
import { tokenKey } from './token-key.ts'

const renewBefore = 5 * 60_000
const claims = z.object({ exp: z.number() })
let renewal: Promise<string> | undefined
let unstored: string | null = null
// As with the session's record: what the one doesn't take, the next may. Without any a reload asks for a new token.
const areas = [() => localStorage, () => sessionStorage]

/** The token to send with a request of `email`'s: waits for a renewal that is under way, and gets a new one when there is none that holds. */
export async function bearer(email: string): Promise<string> {
  if (renewal) return renewal
  const token = readToken()
  return token && expiry(token) > Date.now() ? token : renewToken(email)
}

/** Gets a new token and keeps it, unless it was removed meanwhile; several askers share one request. */
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

/** Is there no token, or one that ends within five minutes? */
export function isTokenDue(now: number): boolean {
  const token = readToken()
  return token === null || expiry(token) - now < renewBefore
}

export function removeToken(): void {
  renewal = undefined
  unstored = null
  for (const area of areas) attempt(() => area().removeItem(tokenKey))
}

/** Takes the token for ended, here and in other tabs: the next request gets a new one. Nobody is signed out by it. */
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

// A refused storage throws when it is only named.
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

// A token that can't be read is sent as it is: the server refuses it, and that ends the session.
function expiry(token: string): number {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return claims.parse(JSON.parse(atob(payload))).exp * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
