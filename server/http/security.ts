import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Clinic } from '#contract/site/clinic.ts'

const strict = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }

/** Returns Helmet's headers: `page` for documents; `answer` for all other responses, with only the headers that keep a
 *  browser from treating them as documents. Computed once, because they never change (docs/decisions/0009). `no-store`
 *  is the default, because most responses contain personal data; a route with a public response sets its own
 *  `cache-control`. */
export function securityHeaders({ https }: { https: boolean }) {
  const common = {
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' as const },
  }
  return {
    page: {
      ...headersOf({
        ...common,
        contentSecurityPolicy: strict,
        referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      }),
      'permissions-policy': permissionsPolicy(),
    },
    answer: {
      ...headersOf({
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
      'cache-control': 'no-store',
    },
  }
}

function headersOf(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

/** External sources that a page may load from or send a form to, by directive. */
export type Sources = { [directive in 'script' | 'image' | 'frame' | 'connect' | 'form']?: string | undefined }

/** Returns the sources of the payment page: Stripe's hosts for the card field
 *  (https://docs.stripe.com/security/guide#content-security-policy), or this origin for the sandbox. */
export function cardSources({ script }: Clinic['card']): Sources {
  if (script !== null) return { frame: "'self'" }
  return {
    script: 'https://js.stripe.com https://*.js.stripe.com',
    frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: 'https://api.stripe.com',
  }
}

/** Returns what the browser gets ready for the payment page before its scripts run (the header `Link`, RFC 8288). */
export function cardLinks({ script }: Clinic['card']): string {
  if (script !== null) return `<${script}>; rel=preload; as=script`
  return '<https://js.stripe.com>; rel=preconnect, <https://api.stripe.com>; rel=preconnect; crossorigin'
}

/** Returns the Permissions-Policy of a document. It denies access to the device, and payment requests except on the
 *  page with Stripe.js. Writing to the clipboard stays allowed. */
export function permissionsPolicy({ script }: Sources = {}): string {
  const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb']
  const payment = script ? 'payment=(self "https://js.stripe.com")' : 'payment=()'
  return [...unused.map((feature) => `${feature}=()`), payment].join(', ')
}

/** Content-Security-Policy of the service worker, which sends the requests of a page that is opened, and no others. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Returns the Content-Security-Policy of a page: only this origin, the inline scripts with the given hashes, and
 *  `external`. */
export function pagePolicy(scriptHashes: string[], https: boolean, external: Sources = {}): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes, external.script],
    "style-src 'self'",
    ["img-src 'self' data:", external.image],
    "font-src 'self'",
    ["connect-src 'self'", external.connect],
    external.frame && ['frame-src', external.frame],
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", external.form],
    "base-uri 'none'",
    "frame-ancestors 'none'",
    https && 'upgrade-insecure-requests',
  ]
    .filter((directive) => directive !== false && directive !== undefined)
    .map((directive) => [directive].flat().filter(Boolean).join(' '))
    .join('; ')
}
