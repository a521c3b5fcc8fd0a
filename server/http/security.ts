import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** Security headers for every answer, as Helmet sets them. They are the same each time, so Helmet is asked once: asked at
 *  every request it takes longer than the rest of a cached answer. What is not a page may load and run nothing. */
export function securityHeaders({ https }: { https: boolean }) {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  set(answer.req, answer, (error) => {
    if (error) throw error
  })
  return answer.getHeaders()
}

/** The policy of a page: everything from this origin only, and of inline scripts those whose hashes are named. */
export function pagePolicy(inlineScripts: string[], https: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
