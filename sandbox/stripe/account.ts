import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { publishableKey } from './publishable-key.ts'

/** Path of the sandbox's pages on the clinic's own server. */
export const basePath = '/sandbox/stripe'

/** Card settings of the clinic's pages in the sandbox. `script` replaces Stripe.js. */
export const cardOnPages = { publishableKey, script: `${basePath}/stripe.js` }

/** The version of Stripe's API that the sandbox implements. */
export const apiVersion = '2026-10-28.endive'

/** Returns the keys of the clinic's account in the sandbox. They are derived from `secret`, so that they are the same
 *  on all instances and after a restart. */
export function sandboxAccount(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 24)).toString('hex')
  return {
    secretKey: `sk_test_${derive('card sandbox key')}`,
    publishableKey,
    webhookSecret: `whsec_${derive('card sandbox webhooks')}`,
  }
}

/** Returns the API key of an Authorization header, from a bearer token or a basic user name; empty if there is none. */
export function keyIn(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  return /^basic$/i.test(scheme) ? (Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') : value
}

/** Tells whether an Authorization header has the secret key. */
export function isAuthorized(authorization: string | undefined, secretKey: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(keyIn(authorization)), hash(secretKey))
}
