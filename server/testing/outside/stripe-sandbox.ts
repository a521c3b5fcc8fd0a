import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import Stripe from 'stripe'
import type { App } from '#server/http/app-type.ts'
import { answerErrorsWithProblems } from '#server/http/problem.ts'
import { sameOriginOnly } from '#server/http/same-origin.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openStripeSandbox } from '#server/sandbox/stripe/sandbox.ts'
import type { TestDatabase } from '../database.ts'

type Patience = NonNullable<Parameters<typeof openStripeSandbox>[0]['patience']>

/** The card sandbox on `database`, and the official package talking to it, which repeats no call by itself. */
export async function openSandboxTest(database: TestDatabase, patience: Patience = {}) {
  const log = pino({ level: 'silent' })
  const jobs = await openJobs({ database, log })
  const sandbox = await openStripeSandbox({
    db: database.db,
    jobs,
    secret: 'a secret that only tests know',
    log,
    publicUrl: 'https://clinic.example',
    patience,
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
    /** A site with nothing but the sandbox's pages and calls. */
    app,
    close: async () => {
      await app.close()
      await jobs.close()
      await sandbox.close()
    },
    /** A call of the card field's, from its frame. */
    fromFrame: (clientSecret: string | null, what: string, params: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/sandbox/stripe/v1/payment_intents/${clientSecret?.split('_secret_')[0]}${what}`,
        headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ key: publishableKey, client_secret: clientSecret ?? '', ...params }).toString(),
      }),
    /** Sets what is to go wrong, as somebody who tries the site would. */
    setFaults: (faults: object, authorization = `Bearer ${secretKey}`) =>
      app.inject({ method: 'POST', url: '/sandbox/stripe/faults', headers: { authorization }, payload: faults }),
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

/** What the card field sends to pay with a card. */
export function typed(number: string, more: Record<string, string> = {}): Record<string, string> {
  const card = { number, exp_month: '12', exp_year: String(new Date().getFullYear() + 3), cvc: '123', ...more }
  const entries = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return { 'payment_method_data[type]': 'card', ...Object.fromEntries(entries) }
}

/** The error that `work` ends with, as the official package has it. */
export async function stripeError(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('it should have been refused by Stripe', { cause: error })
}

/** Stripe's test cards that are declined (https://docs.stripe.com/testing#declined-payments): number, code, decline code, message. */
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
