import type Stripe from 'stripe'
import { fromProviderAmount, toProviderAmount } from './provider-amount.ts'

/** Keys of the account at the card provider. `api` overrides Stripe's own address. */
export type CardAccount = {
  secretKey: string
  webhookSecret: string
  api?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** A payment intent at the provider. Amounts in cents (contract/kit/money.ts), `currency` in lower case. `booking`
 *  and `patient` are ids from the metadata, which the payer can't change. */
export type Intent = {
  id: string
  status: Stripe.PaymentIntent.Status
  amount: number
  received: number
  refunded: number
  currency: string
  booking: string | undefined
  patient: string | undefined
  clientSecret: string | null
}

/** A webhook event about an intent. Only the intent's id is trusted; its state is fetched from the provider. */
export type CardEvent = { id: string; type: string; intent: string; amount: number | undefined }

/** A refund at the provider, in cents. `refund` and `attempt` are from the metadata of refunds that this server
 *  requested. */
export type ProviderRefund = {
  id: string
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  refund: string | undefined
  attempt: number | undefined
}

type NewRefund = { intent: string; amount: number; currency: string; refund: string; attempt: number }

type NewIntent = { amount: number; currency: string; patient: string; booking?: string; description: string }

/** The card provider sent no usable response, so the outcome of the call is unknown. */
export class ProviderUnavailable extends Error {
  /** Safe to log. */
  readonly reason: { type: unknown; code: unknown; status: unknown }
  constructor(cause: unknown) {
    super('The card provider is unavailable', { cause })
    const { type, code, statusCode } = cause as { type?: unknown; code?: unknown; statusCode?: unknown }
    this.reason = { type, code, status: statusCode }
  }
}

// The package retries a call once, with the same idempotency key (https://docs.stripe.com/error-low-level).
const defaultTimeoutMs = 8_000

const toleranceSeconds = 300

/** Returns the API calls of this clinic to the card provider, made through the official package. All but `readEvent`
 *  throw ProviderUnavailable. `timeoutMs` limits each attempt. */
export function cardProvider({ secretKey, webhookSecret, api }: CardAccount, timeoutMs = defaultTimeoutMs) {
  let client: Promise<Stripe> | undefined
  // Imported on first use, because the package takes 0.1 s to load.
  const openClient = () => {
    client ??= import('stripe').then(
      ({ default: Client }) => new Client(secretKey, { ...api, timeout: timeoutMs, maxNetworkRetries: 1 }),
    )
    return client
  }
  const request: SendRequest = async (call) => {
    try {
      return await call(await openClient())
    } catch (error) {
      throw isRefusal(error) ? error : new ProviderUnavailable(error)
    }
  }
  return {
    ...intentCalls(request),
    ...refundCalls(request),
    /** Verifies and parses a webhook event. Returns 'forged' if the signature is not the provider's or its time is more
     *  than five minutes off (https://docs.stripe.com/webhooks#verify-official-libraries; the package itself accepts
     *  any future time), undefined if the event is not about an intent. */
    readEvent: async (body: Buffer, signature: string): Promise<CardEvent | 'forged' | undefined> => {
      const { webhooks } = await openClient()
      if (signedAt(signature) > Date.now() / 1_000 + toleranceSeconds) return 'forged'
      try {
        return toCardEvent(webhooks.constructEvent(body, signature, webhookSecret))
      } catch {
        return 'forged'
      }
    },
  }
}
/** Tells whether a secret key is one of live mode, by asking the provider. @throws if the provider refuses it */
export async function readLiveMode({ secretKey, api }: Pick<CardAccount, 'secretKey' | 'api'>): Promise<boolean> {
  const { default: Client } = await import('stripe')
  const client = new Client(secretKey, { ...api, timeout: defaultTimeoutMs, maxNetworkRetries: 0 })
  return (await client.balance.retrieve()).livemode
}

export type CardProvider = ReturnType<typeof cardProvider>

type SendRequest = <Result>(call: (stripe: Stripe) => Promise<Result>) => Promise<Result>

function intentCalls(request: SendRequest) {
  return {
    /** Creates an intent. The same key returns the same intent for a day
     *  (https://docs.stripe.com/api/idempotent_requests). */
    createIntent: ({ patient, booking, ...wish }: NewIntent, idempotencyKey: string): Promise<Intent> => {
      const metadata = { patient, ...(booking && { booking }) }
      const { currency, description } = wish
      const amount = toProviderAmount(wish.amount, currency)
      const params = { amount, currency, description, metadata, payment_method_types: ['card'] }
      return request(({ paymentIntents }) => paymentIntents.create(params, { idempotencyKey })).then(toIntent)
    },

    /** Returns undefined for an id that the provider does not know. */
    findIntent: (id: string): Promise<Intent | undefined> =>
      request(({ paymentIntents }) => paymentIntents.retrieve(id, { expand: ['latest_charge'] })).then(
        toIntent,
        valueForCode('resource_missing', undefined),
      ),

    /** Cancels an intent, so that it can't be paid any more. Returns false if it is paid or being paid. */
    cancelIntent: (id: string): Promise<boolean> =>
      request(({ paymentIntents }) => paymentIntents.cancel(id)).then(
        ({ status }) => status === 'canceled',
        valueForCode('payment_intent_unexpected_state', false),
      ),
  }
}

function refundCalls(request: SendRequest) {
  return {
    /** Refunds a part of an intent. Returns the code of the provider's refusal, such as `charge_already_refunded`, as a
     *  string. */
    refund: (
      { intent, amount, currency, refund, attempt }: NewRefund,
      idempotencyKey: string,
    ): Promise<ProviderRefund | string> =>
      request(({ refunds }) =>
        refunds.create(
          {
            payment_intent: intent,
            amount: toProviderAmount(amount, currency),
            metadata: { refund, attempt: String(attempt) },
          },
          { idempotencyKey },
        ),
      ).then(toRefund, codeOfRefusal),

    /** Lists all refunds of an intent, by whomever they were made. */
    listRefunds: (intent: string): Promise<ProviderRefund[]> =>
      request(({ refunds }) => refunds.list({ payment_intent: intent, limit: 100 })).then(({ data }) =>
        data.map(toRefund),
      ),

    /** Returns the provider's state of the latest dispute about an intent
     *  (https://docs.stripe.com/api/disputes/object#dispute_object-status). */
    findDispute: (intent: string): Promise<string | undefined> =>
      request(({ disputes }) => disputes.list({ payment_intent: intent, limit: 1 })).then(
        ({ data }) => data[0]?.status,
      ),
  }
}

// https://docs.stripe.com/api/refunds/object#refund_object-status
function toRefund({ id, amount, currency, status, metadata }: Stripe.Refund): ProviderRefund {
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    id,
    amount: fromProviderAmount(amount, currency),
    state: status === 'succeeded' ? status : isFailed ? 'failed' : 'pending',
    refund: metadata?.refund,
    attempt: metadata?.attempt === undefined ? undefined : Number(metadata.attempt),
  }
}

function codeOfRefusal(error: unknown): string {
  if (error instanceof ProviderUnavailable) throw error
  return (error as { code?: string }).code ?? 'refused'
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const { id, status, currency, metadata, latest_charge: charge } = intent
  return {
    id,
    status,
    amount: fromProviderAmount(intent.amount, currency),
    received: fromProviderAmount(intent.amount_received, currency),
    refunded: charge && typeof charge === 'object' ? fromProviderAmount(charge.amount_refunded, currency) : 0,
    currency,
    booking: metadata.booking,
    patient: metadata.patient,
    clientSecret: intent.client_secret,
  }
}

function signedAt(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? 0)
}

function toCardEvent({ id, type, data }: Stripe.Event): CardEvent | undefined {
  const object = data.object as {
    id?: unknown
    object?: unknown
    payment_intent?: unknown
    amount?: unknown
    currency?: unknown
  }
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
  if (typeof intent !== 'string') return undefined
  const { amount, currency } = object
  const isAmount = typeof amount === 'number' && typeof currency === 'string'
  return { id, type, intent, amount: isAmount ? fromProviderAmount(amount, currency) : undefined }
}

/** Returns a rejection handler that resolves to `value` if the provider refused the call with `code`, and rethrows
 *  anything else. */
function valueForCode<Value>(code: string, value: Value) {
  return (error: unknown): Value => {
    if (error instanceof Error && 'code' in error && error.code === code) return value
    throw error
  }
}

// A refusal is about the request itself. A wrong API key, an idempotency key in use, rate limits and faults of the
// provider are not.
function isRefusal(error: unknown) {
  const { type, statusCode } = error as { type?: unknown; statusCode?: unknown }
  return (type === 'StripeInvalidRequestError' || type === 'StripeCardError') && statusCode !== 409
}
