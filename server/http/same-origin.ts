import type { onRequestHookHandler } from 'fastify'
import { ProblemError } from './problem.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that every site may make, because no cookie says who is calling. */
    anyOrigin?: true
  }
}

/** A hook that refuses, with 403, a change that another site's page has a visitor's browser send (CSRF). A foreign Origin is
 *  always refused; one that is missing only where the cookie alone says who is calling, since every browser sends it then
 *  (Fetch standard, 3.2). */
export function sameOriginOnly(origins: string[]): onRequestHookHandler {
  return ({ method, headers, routeOptions }, _reply, done) => {
    if (safe.has(method) || routeOptions.config.anyOrigin) return done()
    const { origin, cookie, authorization } = headers
    if (origin ? origins.includes(origin) : !cookie || isBearer(authorization)) return done()
    done(new ProblemError(403, 'This call was refused because it came from another site.'))
  }
}

function isBearer(authorization = '') {
  return /^Bearer \S/i.test(authorization)
}
