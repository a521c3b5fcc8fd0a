import type { Clinic } from '#contract/clinic.ts'
import { demoAdmin } from './auth/demo.ts'
import type { Config } from './config.ts'
import { publishableKey } from './sandbox/stripe/publishable-key.ts'

const standIn = { publishableKey, script: '/sandbox/stripe/stripe.js' }

/** What the pages are told of the clinic and of how it is set up. */
export function publicClinic({ clinic, demo, smtpUrl, stripe }: Config): Clinic {
  return {
    ...clinic,
    card: stripe ? { publishableKey: stripe.publishableKey, script: null } : standIn,
    demo: demo ? { ...demoAdmin, outbox: !smtpUrl } : null,
  }
}
