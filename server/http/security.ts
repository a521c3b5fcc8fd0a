import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

const strict = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }

/** Helmet's headers: `page` for documents, `answer` for everything else, which is no document and needs only those that keep it
 *  from being taken for one. They are the same each time, so Helmet is asked once (docs/decisions/0009). */
export function securityHeaders({ https }: { https: boolean }) {
  const common = {
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' as const },
  }
  return {
    page: headersOf({
      ...common,
      contentSecurityPolicy: strict,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    }),
    answer: headersOf({
      ...common,
      contentSecurityPolicy: strict,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      referrerPolicy: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  }
}

function headersOf(options: HelmetOptions) {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(answer.req, answer, (error) => {
    if (error) throw error
  })
  return answer.getHeaders()
}

/** The policy of a page: everything from this origin only, but pictures from `pictures` too, and of inline scripts those whose hashes
 *  are named. */
export function pagePolicy(inlineScripts: string[], https: boolean, pictures: string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts.join(' ')}`,
    "style-src 'self'",
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
