import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Clinic } from '#contract/site/clinic.ts'

const strict = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }

/** Helmet's headers: `page` for documents, `answer` for everything else, which is no document and needs only those that keep it
 *  from being taken for one. They are the same each time, so Helmet is asked once (docs/decisions/0009). Nothing is stored by default, since most
 *  answers are about a person: a route whose answer is for everybody sets `cache-control` itself. */
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
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(answer.req, answer, (error) => {
    if (error) throw error
  })
  return answer.getHeaders()
}

/** What a page may load, or send a form to, beside its own, by directive. */
export type Sources = { [directive in 'script' | 'image' | 'frame' | 'connect' | 'form']?: string | undefined }

/** What the page that takes cards may load. Stripe's hosts as https://docs.stripe.com/security/guide#content-security-policy names
 *  them for the card field; what stands in for Stripe has its frames on this origin. */
export function cardSources({ script }: Clinic['card']): Sources {
  if (script !== null) return { frame: "'self'" }
  return {
    script: 'https://js.stripe.com https://*.js.stripe.com',
    frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: 'https://api.stripe.com',
  }
}

/** The Permissions-Policy of a document: no page uses the device, and only the page that loads Stripe.js may ask for a payment. Writing to the
 *  clipboard is not named here, so pages keep it. */
export function permissionsPolicy({ script }: Sources = {}): string {
  const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb']
  const payment = script ? 'payment=(self "https://js.stripe.com")' : 'payment=()'
  return [...unused.map((feature) => `${feature}=()`), payment].join(', ')
}

/** The policy of a page: everything from this origin only, and of inline scripts those whose hashes are named. `also` is what this
 *  page needs beside, and no other. */
export function pagePolicy(inlineScripts: string[], https: boolean, also: Sources = {}): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts, also.script],
    "style-src 'self'",
    ["img-src 'self' data:", also.image],
    "font-src 'self'",
    ["connect-src 'self'", also.connect],
    also.frame && ['frame-src', also.frame],
    "manifest-src 'self'",
    ["form-action 'self'", also.form],
    "base-uri 'none'",
    "frame-ancestors 'none'",
    https && 'upgrade-insecure-requests',
  ]
    .filter((directive) => directive !== false && directive !== undefined)
    .map((directive) => [directive].flat().filter(Boolean).join(' '))
    .join('; ')
}
