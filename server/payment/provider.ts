import type Stripe from 'stripe'

/** How the card provider is reached. `api` is where, when it isn't Stripe's own address. */
export type CardAccount = {
  secretKey: string
  webhookSecret: string
  api?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** What the provider says of a payment intent. Amounts in cents, `currency` in lower case. `booking` and `patient` are what this clinic
 *  wrote on it when it was made; whoever pays can't write there. */
export type Intent = {
  id: string
  status: Stripe.PaymentIntent.Status
  received: number
  refunded: number
  currency: string
  booking: string | undefined
  patient: string | undefined
  clientSecret: string | null
}

/** What an event is about. Its content is not believed: the provider is asked. */
export type CardEvent = { id: string; type: string; intent: string; amount: number | undefined }

export type NewIntent = { amount: number; patient: string; booking?: string; description: string }

/** The card provider did not answer, or not usefully: nothing is known of what was asked. */
export class ProviderOutOfReach extends Error {
  /** What may be logged of it. */
  readonly reason: { type: unknown; code: unknown; status: unknown }
  constructor(cause: unknown) {
    super('The card provider can not be asked', { cause })
    const { type, code, statusCode } = cause as { type?: unknown; code?: unknown; statusCode?: unknown }
    this.reason = { type, code, status: statusCode }
  }
}

/** The one currency of this clinic. */
export const currency = 'usd'

// An answer that takes longer counts as none; a call is tried again once, under the same key (https://docs.stripe.com/error-low-level).
const eightSeconds = 8_000

const toleranceSeconds = 300

/** The card provider's calls that this clinic makes, by the official package. All but `readEvent` throw ProviderOutOfReach. */
export function cardProvider({ secretKey, webhookSecret, api }: CardAccount, timeout = eightSeconds) {
  let opened: Promise<Stripe> | undefined
  // The package takes a tenth of a second to load, which the start of a server need not wait for.
  const open = () => {
    opened ??= import('stripe').then(
      ({ default: Client }) => new Client(secretKey, { ...api, timeout, maxNetworkRetries: 1 }),
    )
    return opened
  }

  const ask = async <Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call(await open())
    } catch (error) {
      throw isRefusal(error) ? error : new ProviderOutOfReach(error)
    }
  }

  return {
    /** Makes an intent; the same `key` within a day gives the same one again (https://docs.stripe.com/api/idempotent_requests). */
    createIntent: async ({ amount, patient, booking, description }: NewIntent, key: string): Promise<Intent> => {
      const metadata = { patient, ...(booking && { booking }) }
      const wanted = { amount, currency, description, metadata, payment_method_types: ['card'] }
      return intentOf(await ask(({ paymentIntents }) => paymentIntents.create(wanted, { idempotencyKey: key })))
    },

    /** Undefined for an id that the provider doesn't know. */
    findIntent: async (id: string): Promise<Intent | undefined> => {
      const expand = ['latest_charge']
      return unlessUnknown(async () =>
        intentOf(await ask(({ paymentIntents }) => paymentIntents.retrieve(id, { expand }))),
      )
    },

    /** Makes sure that an intent can't be paid any more; false when it was paid, or is being paid. */
    cancelIntent: async (id: string): Promise<boolean> => {
      try {
        const { status } = await ask(({ paymentIntents }) => paymentIntents.cancel(id))
        return status === 'canceled'
      } catch (error) {
        if (codeOf(error) === 'payment_intent_unexpected_state') return false
        throw error
      }
    },

    /** Gives all of an intent's money back; the refund's id, undefined when that was done before. */
    refund: async (id: string, key: string): Promise<string | undefined> => {
      const wanted = { payment_intent: id }
      try {
        const refund = await ask(({ refunds }) => refunds.create(wanted, { idempotencyKey: key }))
        return refund.id
      } catch (error) {
        if (codeOf(error) === 'charge_already_refunded') return undefined
        throw error
      }
    },

    /** Reads a webhook's event; 'forged' when its signature is not the provider's or is more than five minutes away from now
     *  (https://docs.stripe.com/webhooks#verify-official-libraries; the package itself takes any time to come), undefined when it is
     *  about no intent. */
    readEvent: async (body: Buffer, signature: string): Promise<CardEvent | 'forged' | undefined> => {
      const { webhooks } = await open()
      if (signedAt(signature) > Date.now() / 1_000 + toleranceSeconds) return 'forged'
      try {
        return eventOf(webhooks.constructEvent(body, signature, webhookSecret))
      } catch {
        return 'forged'
      }
    },
  }
}
export type CardProvider = ReturnType<typeof cardProvider>

function intentOf(given: Stripe.PaymentIntent): Intent {
  const { id, status, metadata, latest_charge: charge } = given
  return {
    id,
    status,
    received: given.amount_received,
    refunded: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
    currency: given.currency,
    booking: metadata.booking,
    patient: metadata.patient,
    clientSecret: given.client_secret,
  }
}

function signedAt(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? 0)
}

function eventOf({ id, type, data }: Stripe.Event): CardEvent | undefined {
  const about = data.object as { id?: unknown; object?: unknown; payment_intent?: unknown; amount?: unknown }
  const intent = about.object === 'payment_intent' ? about.id : about.payment_intent
  if (typeof intent !== 'string') return undefined
  return { id, type, intent, amount: typeof about.amount === 'number' ? about.amount : undefined }
}

async function unlessUnknown<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  }
}

// An answer about what was asked. A wrong key, a key in use, too many calls and faults of the provider's own are about the asking.
function isRefusal(error: unknown) {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown }
  return (type === 'StripeInvalidRequestError' || type === 'StripeCardError') && statusCode !== 409
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
