import type Stripe from 'stripe'

/** Keys of the account at the card provider. `api` is the provider's address when it is not Stripe's own. */
export type CardAccount = {
  secretKey: string
  webhookSecret: string
  api?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** A payment intent at the provider. Amounts in cents, `currency` in lower case. `booking` and `patient` are metadata that this clinic
 *  set on creation; the payer can't change them. */
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

/** The intent that a webhook event is about. Nothing else of the event is trusted: the provider is asked. */
export type CardEvent = { id: string; type: string; intent: string; amount: number | undefined }

type NewIntent = { amount: number; patient: string; booking?: string; description: string }

/** The card provider gave no usable response: the outcome of the call is unknown. */
export class ProviderOutOfReach extends Error {
  /** Safe to log. */
  readonly reason: { type: unknown; code: unknown; status: unknown }
  constructor(cause: unknown) {
    super('The card provider can not be asked', { cause })
    const { type, code, statusCode } = cause as { type?: unknown; code?: unknown; statusCode?: unknown }
    this.reason = { type, code, status: statusCode }
  }
}

/** The one currency of this clinic. */
export const currency = 'usd'

// A slower response counts as none; the package repeats a call once, under the same key (https://docs.stripe.com/error-low-level).
const eightSeconds = 8_000

const toleranceSeconds = 300

/** The card provider's calls that this clinic makes, through the official package. All but `readEvent` throw ProviderOutOfReach.
 *  @param timeoutMs patience with one call */
export function cardProvider({ secretKey, webhookSecret, api }: CardAccount, timeoutMs = eightSeconds) {
  let opened: Promise<Stripe> | undefined
  // The package takes a tenth of a second to load: not while the server starts.
  const open = () => {
    opened ??= import('stripe').then(
      ({ default: Client }) => new Client(secretKey, { ...api, timeout: timeoutMs, maxNetworkRetries: 1 }),
    )
    return opened
  }
  const ask: Ask = async (call) => {
    try {
      return await call(await open())
    } catch (error) {
      throw isRefusal(error) ? error : new ProviderOutOfReach(error)
    }
  }
  return {
    ...intentCalls(ask),
    /** Refunds all of an intent's money. Returns the refund's id, undefined when it was refunded before. */
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
     *  (https://docs.stripe.com/webhooks#verify-official-libraries; the package itself accepts any future time), undefined when it
     *  is not about an intent. */
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

type Ask = <Answer>(call: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>

function intentCalls(ask: Ask) {
  return {
    /** Creates an intent. The same `key` within a day returns the same intent (https://docs.stripe.com/api/idempotent_requests). */
    createIntent: async ({ amount, patient, booking, description }: NewIntent, key: string): Promise<Intent> => {
      const metadata = { patient, ...(booking && { booking }) }
      const wanted = { amount, currency, description, metadata, payment_method_types: ['card'] }
      return intentOf(await ask(({ paymentIntents }) => paymentIntents.create(wanted, { idempotencyKey: key })))
    },

    /** Returns undefined for an id that the provider does not know. */
    findIntent: async (id: string): Promise<Intent | undefined> => {
      const expand = ['latest_charge']
      return unlessUnknown(async () =>
        intentOf(await ask(({ paymentIntents }) => paymentIntents.retrieve(id, { expand }))),
      )
    },

    /** Cancels an intent, so that it can't be paid any more. Returns false when it is paid, or being paid. */
    cancelIntent: async (id: string): Promise<boolean> => {
      try {
        const { status } = await ask(({ paymentIntents }) => paymentIntents.cancel(id))
        return status === 'canceled'
      } catch (error) {
        if (codeOf(error) === 'payment_intent_unexpected_state') return false
        throw error
      }
    },
  }
}

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

// A refusal is about the request itself. A wrong API key, a key in use, rate limits and the provider's own faults are not.
function isRefusal(error: unknown) {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown }
  return (type === 'StripeInvalidRequestError' || type === 'StripeCardError') && statusCode !== 409
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
