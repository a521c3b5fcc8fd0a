import { hkdfSync } from 'node:crypto'
import { publishableKey } from './publishable-key.ts'

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
