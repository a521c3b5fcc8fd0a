import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

const lifetime = '1h'
const clockTolerance = 60
const audience = 'clinic-api'
const claims = z.object({ sub: z.string(), sid: z.string(), email: z.string(), exp: z.number() })

/** Contents of an access token. It is valid only as long as its session. */
export type TokenClaims = { userId: string; sessionId: string; email: string }

const keyOf = (secret: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'access token', 32)))

/** Issues and reads access tokens: JWT (RFC 7519), HS256, valid for one hour, with one minute of clock tolerance. They
 *  contain no role: each request reads it from the database. Tokens of the `previous` secret are valid, too. */
export function accessTokens(secret: string, issuer: string, previous?: string) {
  // jose imports a key object once, but bytes at every call.
  const key = keyOf(secret)
  const keys = previous === undefined ? [key] : [key, keyOf(previous)]
  // Verifying a signature takes a quarter of a booking's time, and its result holds until the token expires.
  const verified = new LRUCache<string, { claims: TokenClaims; expiresAt: number }>({ max: 5_000 })

  const verify = async (token: string, by: KeyObject): Promise<TokenClaims | undefined> => {
    try {
      const { payload } = await jwtVerify(token, by, { algorithms: ['HS256'], issuer, audience, clockTolerance })
      const { sub, sid, email, exp } = claims.parse(payload)
      const found = { userId: sub, sessionId: sid, email }
      verified.set(token, { claims: found, expiresAt: exp * 1_000 })
      return found
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined
      throw error
    }
  }

  return {
    issue: ({ userId, sessionId, email }: TokenClaims): Promise<string> =>
      new SignJWT({ sid: sessionId, email })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(key),
    /** Returns the claims of a valid token; undefined for any other. */
    read: async (token: string): Promise<TokenClaims | undefined> => {
      const known = verified.get(token)
      if (known && known.expiresAt > Date.now()) return known.claims
      for (const each of keys) {
        const claims = await verify(token, each)
        if (claims) return claims
      }
      return undefined
    },
  }
}
export type AccessTokens = ReturnType<typeof accessTokens>
