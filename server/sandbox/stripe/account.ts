import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { publishableKey } from './publishable-key.ts'

/** Where the sandbox's pages are, on the clinic's own server. */
export const mount = '/sandbox/stripe'

/** What the clinic's pages take cards with at the sandbox: `script` takes the place of Stripe.js. */
export const cardOnPages = { publishableKey, script: `${mount}/stripe.js` }

/** The version of Stripe's API that objects have here. */
export const apiVersion = '2026-10-28.endive'

/** The clinic's account in the sandbox, as Stripe would have given one out. Its keys come of `secret`, so that every instance
 *  on one database, and the next start, has the same. */
export function sandboxAccount(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 24)).toString('hex')
  return {
    secretKey: `sk_test_${derive('card sandbox key')}`,
    publishableKey,
    webhookSecret: `whsec_${derive('card sandbox webhooks')}`,
  }
}

/** The key in an Authorization header, as a bearer's or as a user's name; empty when there is none. */
export function keyIn(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  return /^basic$/i.test(scheme) ? (Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '') : value
}

/** Whether an Authorization header holds that key. */
export function isKeyOf(authorization: string | undefined, secretKey: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(keyIn(authorization)), hash(secretKey))
}
