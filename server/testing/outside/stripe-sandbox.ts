import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import Stripe from 'stripe'
import { openStripeSandbox } from '#sandbox/stripe/sandbox.ts'
import type { App } from '#server/http/app-type.ts'
import { answerErrorsWithProblems } from '#server/http/problem.ts'
import { sameOriginOnly } from '#server/http/same-origin.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import type { TestDatabase } from '../database.ts'

type Timing = NonNullable<Parameters<typeof openStripeSandbox>[0]['timing']>

/** Opens the card sandbox on `database`; `stripe` is the official client, without retries. */
export async function openSandboxTest(database: TestDatabase, timing: Timing = {}) {
  const log = pino({ level: 'silent' })
  const jobs = await openJobs({ database, log })
  const sandbox = await openStripeSandbox({
    database,
    jobs,
    secret: 'a secret that only tests know',
    log,
    publicUrl: 'https://clinic.example',
    timing,
  })
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsWithProblems(app)
  app.addHook('onRequest', sameOriginOnly(['https://clinic.example']))
  await sandbox.routes(app)
  const { secretKey, publishableKey, api } = sandbox.account
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 0, telemetry: false })
  const base = `${api.protocol}://${api.host}:${api.port}`
  return {
    ...sandbox,
    stripe,
    /** An app with the sandbox's pages and routes only. */
    app,
    close: async () => {
      await app.close()
      await jobs.close()
      await sandbox.close()
    },
    /** Sends a request of the card field from its frame, whose origin is opaque. */
    fromFrame: (clientSecret: string | null, path: string, params: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/sandbox/stripe/v1/payment_intents/${clientSecret?.split('_secret_')[0]}${path}`,
        headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ key: publishableKey, client_secret: clientSecret ?? '', ...params }).toString(),
      }),
    /** Configures the sandbox's faults through its API. */
    setFaults: (faults: object, authorization = `Bearer ${secretKey}`) =>
      app.inject({ method: 'POST', url: '/sandbox/stripe/faults', headers: { authorization }, payload: faults }),
    /** Sends a request without the official client, which hides unusual responses. */
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(base + path, { ...init, headers: { authorization: `Bearer ${secretKey}`, ...init.headers } }),
    /** Creates an intent of $99.00. */
    newIntent: (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({ amount: 9_900, currency: 'usd', ...more }),
    /** Types of all events, oldest first. */
    events: async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse(),
  }
}
export type SandboxTest = Awaited<ReturnType<typeof openSandboxTest>>

/** Parameters that the card field sends for a typed card. */
export function typed(number: string, more: Record<string, string> = {}): Record<string, string> {
  const card = { number, exp_month: '12', exp_year: String(new Date().getFullYear() + 3), cvc: '123', ...more }
  const entries = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return { 'payment_method_data[type]': 'card', ...Object.fromEntries(entries) }
}

/** Returns the error that `work` is rejected with. @throws if it is not one of the official client. */
export async function stripeError(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('Stripe should have refused the call', { cause: error })
}

/** Stripe's test cards that are declined (https://docs.stripe.com/testing#declined-payments): number, code, decline
 *  code, message. */
export const declinedCards = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
] as const
