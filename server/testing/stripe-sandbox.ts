import { pino } from 'pino'
import Stripe from 'stripe'
import { openStripeSandbox } from '#server/sandbox/stripe/sandbox.ts'
import type { TestDatabase } from './database.ts'

/** The card sandbox on `database`, and the official package talking to it, which repeats no call by itself. */
export async function openSandboxTest(database: TestDatabase) {
  const sandbox = await openStripeSandbox({
    db: database.db,
    secret: 'a secret that only tests know',
    log: pino({ level: 'silent' }),
    publicUrl: 'https://clinic.example',
  })
  const { secretKey, api } = sandbox.account
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 0, telemetry: false })
  const base = `${api.protocol}://${api.host}:${api.port}`
  return {
    ...sandbox,
    stripe,
    /** A call without the package, which hides what it finds unusual. */
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(base + path, { ...init, headers: { authorization: `Bearer ${secretKey}`, ...init.headers } }),
    /** An intent over $99.00. */
    newIntent: (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({ amount: 9_900, currency: 'usd', ...more }),
    /** The types of the events so far, oldest first. */
    events: async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse(),
  }
}
export type SandboxTest = Awaited<ReturnType<typeof openSandboxTest>>

/** The error that `work` ends with, as the official package has it. */
export async function stripeError(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('it should have been refused by Stripe', { cause: error })
}
