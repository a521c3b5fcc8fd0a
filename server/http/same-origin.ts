import type { onRequestHookHandler } from 'fastify'
import { ProblemError } from './problem.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows requests from any site, because the route does not use cookies. */
    anyOrigin?: true
  }
}

/** Returns a hook that answers cross-site changes (CSRF) with 403. Another site's Origin is always refused. A missing
 *  Origin is refused if a cookie is the only credential, because browsers always send it then (Fetch standard, 3.2). */
export function sameOriginOnly(origins: string[]): onRequestHookHandler {
  return ({ method, headers, routeOptions }, _reply, done) => {
    if (safe.has(method) || routeOptions.config.anyOrigin) return done()
    const { origin, cookie, authorization } = headers
    if (origin ? origins.includes(origin) : !cookie || isBearer(authorization)) return done()
    const sentence = origin
      ? 'This call was refused because it came from another site.'
      : 'This call has a cookie, but no Origin header. Send the header as browsers do, or a bearer token.'
    done(new ProblemError(403, sentence))
  }
}

function isBearer(authorization = '') {
  return /^Bearer \S/i.test(authorization)
}
