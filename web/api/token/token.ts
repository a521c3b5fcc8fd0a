import { z } from 'zod/mini'
import { putUser } from '#web/api/auth.ts'
import { currentTransport } from '#web/api/http/transport.ts'
import { attempt } from '#web/attempt.ts'
import { serverNow } from '#web/server-clock.ts'
import { receiptKey, tokenKey } from './token-key.ts'

const renewBeforeMs = 5 * 60_000
const claims = z.object({ exp: z.number(), iat: z.optional(z.number()) })
let renewal: Promise<string> | undefined
let unstored: string | null = null
// The first that works stores the token. If none does, a reload gets a new token.
const storages = [() => localStorage, () => sessionStorage]

/** Returns the token for a request by `email`. Waits for a renewal in progress; renews a token that is missing or
 *  expired. Empty where no request leaves the page. */
export async function bearer(email: string): Promise<string> {
  if (currentTransport()) return ''
  if (renewal) return renewal
  const token = readToken()
  return token && lifetimeLeft(token) > 0 ? token : renewToken(email)
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
export function isTokenDue(): boolean {
  const token = readToken()
  return token === null || lifetimeLeft(token) < renewBeforeMs
}

export function removeToken(): void {
  renewal = undefined
  unstored = null
  for (const storage of storages) for (const key of [tokenKey, receiptKey]) attempt(() => storage().removeItem(key))
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
      storage().setItem(receiptKey, `${Date.now()} ${endOf(token)}`)
      return storage().getItem(tokenKey) === token
    }),
  )
  unstored = isStored ? null : token
}

function readToken(): string | null {
  const stored = storages.map((storage) => attempt(() => storage().getItem(tokenKey)))
  return [...stored, unstored].find(Boolean) ?? null
}

/** Returns the milliseconds until a token expires, counted from its receipt, because the browser's clock may be wrong.
 *  An unreadable token never expires here: the server refuses it, and that ends the session. */
function lifetimeLeft(token: string): number {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  const parsed = attempt(() => claims.parse(JSON.parse(atob(payload))))
  if (!parsed) return Number.POSITIVE_INFINITY
  const { exp, iat } = parsed
  const receivedAt = receiptOf(token)
  if (iat === undefined || receivedAt === undefined) return exp * 1_000 - serverNow().getTime()
  const age = Date.now() - receivedAt
  // Somebody has set the clock back.
  return age < 0 ? 0 : (exp - iat) * 1_000 - age
}

/** Returns when a stored token was received, by the browser's clock. */
function receiptOf(token: string): number | undefined {
  const [receipt = ''] = storages.map((storage) => attempt(() => storage().getItem(receiptKey))).filter(Boolean)
  const [at, end] = receipt?.split(' ') ?? []
  return end === endOf(token) ? Number(at) : undefined
}

function endOf(token: string): string {
  return token.slice(-12)
}
