import { z } from 'zod/mini'
import { putUser } from '#web/api/auth.ts'
import { attempt } from '#web/attempt.ts'
import { tokenKey } from './token-key.ts'

const renewBeforeMs = 5 * 60_000
const claims = z.object({ exp: z.number() })
let renewal: Promise<string> | undefined
let unstored: string | null = null
// The first that works stores the token. If none does, a reload gets a new token.
const storages = [() => localStorage, () => sessionStorage]

/** Returns the token for a request by `email`. Waits for a renewal in progress; renews a token that is missing or expired. */
export async function bearer(email: string): Promise<string> {
  if (renewal) return renewal
  const token = readToken()
  return token && expiry(token) > Date.now() ? token : renewToken(email)
}

/** Gets a new token and stores it, unless the person has signed out meanwhile. Concurrent calls share one request. */
export function renewToken(email: string): Promise<string> {
  if (renewal) return renewal
  const mine = putUser(email)
    .then((token) => {
      if (renewal === mine) storeToken(token)
      return token
    })
    .finally(() => {
      if (renewal === mine) renewal = undefined
    })
  renewal = mine
  return mine
}

/** Tells whether a token is stored, expired or not. */
export function hasToken(): boolean {
  return readToken() !== null
}

/** Tells whether the token is missing or expires within five minutes. */
export function isTokenDue(now: number): boolean {
  const token = readToken()
  return token === null || expiry(token) - now < renewBeforeMs
}

export function removeToken(): void {
  renewal = undefined
  unstored = null
  for (const storage of storages) attempt(() => storage().removeItem(tokenKey))
}

/** Marks the token as expired in every tab, so that the next request renews it. Nobody is signed out. */
export function expireToken(): void {
  renewal = undefined
  storeToken('')
}

function storeToken(token: string): void {
  const isStored = storages.some((storage) =>
    attempt(() => {
      storage().setItem(tokenKey, token)
      return storage().getItem(tokenKey) === token
    }),
  )
  unstored = isStored ? null : token
}

function readToken(): string | null {
  const stored = storages.map((storage) => attempt(() => storage().getItem(tokenKey)))
  return [...stored, unstored].find(Boolean) ?? null
}

/** Milliseconds since the epoch. An unreadable token never expires here: the server refuses it, and that ends the session. */
function expiry(token: string): number {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  const parsed = attempt(() => claims.parse(JSON.parse(atob(payload))))
  return parsed ? parsed.exp * 1000 : Number.POSITIVE_INFINITY
}
