import { createSecretKey, hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

const lifetime = '1h'
const clockTolerance = 60
const audience = 'clinic-api'
const claims = z.object({ sub: z.string(), sid: z.string(), email: z.string(), exp: z.number() })

/** Who a token names: the user, and the session it lives and dies with. */
export type TokenClaims = { userId: string; sessionId: string; email: string }

/** Issues and reads access tokens: JWT (RFC 7519), HS256, good for one hour, with a minute's tolerance between clocks.
 *  They say who, never what they may do: the role is asked of the database each time. */
export function accessTokens(secret: string, issuer: string) {
  // As a key object jose imports it once; as bytes, at every call.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'access token', 32)))
  // A signature that was right once is right until its token ends; checking it takes a quarter of a booking's time.
  const read = new LRUCache<string, { claims: TokenClaims; until: number }>({ max: 5_000 })

  const check = async (token: string): Promise<TokenClaims | undefined> => {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, audience, clockTolerance })
      const { sub, sid, email, exp } = claims.parse(payload)
      const found = { userId: sub, sessionId: sid, email }
      read.set(token, { claims: found, until: exp * 1_000 })
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
    /** The claims of a token that is ours and still good; undefined for any other. */
    read: async (token: string): Promise<TokenClaims | undefined> => {
      const known = read.get(token)
      return known && known.until > Date.now() ? known.claims : check(token)
    },
  }
}
export type AccessTokens = ReturnType<typeof accessTokens>
