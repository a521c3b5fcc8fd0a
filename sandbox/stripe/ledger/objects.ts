import { docUrl } from '../errors.ts'
import type { Failure, StoredCard } from '../schema.ts'
import { behaviourOf, refundDecidedAfterMs } from './cards.ts'
import type { Charge, Intent, Refund } from './store.ts'

// https://docs.stripe.com/api, version 2026-10-28: the fields that the sandbox has values for, and the other required
// ones as null.

/** Returns a payment intent for the holder of the secret key. `pagesUrl` is the URL of the sandbox's pages. */
export function intentObject(intent: Intent, pagesUrl: string) {
  return {
    ...publicIntentObject(intent, pagesUrl),
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    latest_charge: intent.latestCharge,
    metadata: intent.metadata,
    payment_method_options: { card: { ...nulls('installments network'), request_three_d_secure: 'automatic' } },
    ...nulls('application application_fee_amount customer customer_account excluded_payment_method_types'),
    ...nulls('on_behalf_of payment_method_configuration_details review statement_descriptor'),
    ...nulls('statement_descriptor_suffix transfer_data transfer_group'),
  }
}

/** Returns a payment intent for a browser with its client secret. */
export function publicIntentObject(intent: Intent, pagesUrl: string) {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    automatic_payment_methods: intent.automatic && { allow_redirects: intent.automatic, enabled: true },
    canceled_at: seconds(intent.canceledAt),
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: seconds(intent.createdAt),
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.failure && lastError(intent.failure, intent),
    livemode: false,
    next_action: intent.status === 'requires_action' ? nextAction(intent, pagesUrl) : null,
    payment_method: intent.card?.id ?? null,
    payment_method_types: intent.methodTypes,
    receipt_email: intent.receiptEmail,
    status: intent.status,
    ...nulls('processing setup_future_usage shipping source'),
  }
}

/** Returns a card as a payment method. */
export function paymentMethodObject(card: StoredCard, created: Date) {
  return {
    id: card.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(card),
    card: {
      ...cardDetails(card),
      display_brand: card.brand,
      generated_from: null,
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: seconds(created),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** Returns a charge. */
export function chargeObject(charge: Charge) {
  const { card, failure } = charge
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: failure ? 0 : charge.amount,
    amount_refunded: charge.refunded,
    billing_details: billingDetails(card),
    calculated_statement_descriptor: 'SANDBOX',
    captured: !failure,
    created: seconds(charge.createdAt),
    currency: charge.currency,
    description: charge.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    outcome: outcome(failure),
    paid: !failure,
    payment_intent: charge.intentId,
    payment_method: card.id,
    payment_method_details: {
      card: { ...cardDetails(card), network: card.brand, three_d_secure: null },
      type: 'card',
    },
    receipt_email: charge.receiptEmail,
    refunded: charge.refunded === charge.amount,
    status: failure ? 'failed' : 'succeeded',
    ...nulls('application application_fee application_fee_amount balance_transaction customer'),
    ...nulls('failure_balance_transaction on_behalf_of receipt_number receipt_url review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
  }
}

/** Returns a refund as it is at `now`. */
export function refundObject(refund: Refund, now = new Date()) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.chargeId,
    created: seconds(refund.createdAt),
    currency: refund.currency,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    reason: refund.reason,
    status: refundStatus(refund, now),
    ...nulls('balance_transaction customer customer_account payment_method receipt_number'),
    ...nulls('source_transfer_reversal transfer_reversal'),
  }
}

function refundStatus({ outcome, createdAt }: Refund, now: Date) {
  const isDecided = now.getTime() - createdAt.getTime() >= refundDecidedAfterMs
  if (outcome === 'late') return isDecided ? 'succeeded' : 'pending'
  return outcome === 'returned' || (outcome === 'fails' && isDecided) ? 'failed' : 'succeeded'
}

/** Returns the dispute about a charge; undefined if its card's owner disputes nothing. */
export function disputeObject({ id, intentId, amount, currency, card, createdAt }: Charge) {
  if (!behaviourOf(card.behaviour).disputes) return undefined
  return {
    id: id.replace(/^ch_/, 'dp_'),
    object: 'dispute',
    amount,
    charge: id,
    created: seconds(createdAt),
    currency,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

/** Returns a page of a list. `rows` has one row more than `limit` if another page follows. */
export function listObject<Row>(url: string, rows: Row[], limit: number, toObject: (row: Row) => object) {
  return { object: 'list', data: rows.slice(0, limit).map(toObject), has_more: rows.length > limit, url }
}

/** Returns a time as Stripe's API does: in seconds since 1970. */
export function seconds(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1_000)
}

/** Fields that are null in the sandbox, by a list of their names. */
function nulls(names: string): { [name: string]: null } {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}

function lastError({ card, ...error }: NonNullable<Intent['failure']>, { createdAt }: Intent) {
  return { ...error, doc_url: docUrl(error.code), payment_method: paymentMethodObject(card, createdAt) }
}

function nextAction(intent: Intent, pagesUrl: string) {
  const stripe_js = `${pagesUrl}/challenge?payment_intent=${intent.id}`
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js } }
}

function billingDetails({ name, email, postalCode }: StoredCard) {
  const address = { ...nulls('city country line1 line2 state'), postal_code: postalCode }
  return { address, email, name, phone: null, tax_id: null }
}

function cardDetails({ brand, expMonth, expYear, funding, last4, postalCode }: StoredCard) {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: postalCode && 'pass', cvc_check: 'pass' },
    country: 'US',
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: null,
    funding,
    last4,
    wallet: null,
  }
}

function outcome(failure: Failure | null) {
  return {
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure && (failure.decline_code ?? failure.code),
    risk_level: 'normal',
    seller_message: failure ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  }
}
