import { z } from 'zod'
import { putUser } from '#web/api/auth.ts'

/** Where the token is kept in the browser; the name is the specification's. */
export const tokenKey = 'accessToken'

const renewBefore = 5 * 60_000
const claims = z.object({ exp: z.number() })
let renewal: Promise<string> | undefined
let unstored: string | null = null

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
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // Where nothing could be stored there is nothing to remove.
  }
}

function keepToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    unstored = token
  }
}

function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey) ?? unstored
  } catch {
    return unstored
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
