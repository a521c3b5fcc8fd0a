import type { Failure, KeptCard } from '../schema.ts'
import type { Charge, Intent, Refund } from './store.ts'

// https://docs.stripe.com/api, version 2026-10-28: every field that the sandbox has something to say about, and the others
// that are never left out, as null.

/** A payment intent as the holder of the secret key sees it. `site` is where the sandbox's pages are. */
export function intentObject(intent: Intent, site: string) {
  return {
    ...publicIntentObject(intent, site),
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: intent.latestCharge,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, network: null, request_three_d_secure: 'automatic' } },
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  }
}

/** A payment intent as a browser with its client secret sees it. */
export function publicIntentObject(intent: Intent, site: string) {
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
    next_action: intent.status === 'requires_action' ? challengeOf(intent, site) : null,
    payment_method: intent.card?.id ?? null,
    payment_method_types: intent.methodTypes,
    processing: null,
    receipt_email: intent.receiptEmail,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: intent.status,
  }
}

/** A card as a payment method. */
export function paymentMethodObject(card: KeptCard, created: Date) {
  return {
    id: card.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(card),
    card: {
      brand: card.brand,
      checks: checks(card),
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(created),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** A charge. */
export function chargeObject(charge: Charge) {
  const { card, failure } = charge
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: failure ? 0 : charge.amount,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingDetails(card),
    calculated_statement_descriptor: 'SANDBOX',
    captured: !failure,
    created: seconds(charge.createdAt),
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcome(failure),
    paid: !failure,
    payment_intent: charge.intentId,
    payment_method: card.id,
    payment_method_details: {
      card: {
        brand: card.brand,
        checks: checks(card),
        country: 'US',
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: null,
        funding: card.funding,
        last4: card.last4,
        network: card.brand,
        three_d_secure: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** A refund. */
export function refundObject(refund: Refund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: seconds(refund.createdAt),
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** A page of a list, of which `found` has one object more when there are more. */
export function listObject<Row>(url: string, found: Row[], limit: number, objectOf: (row: Row) => object) {
  return { object: 'list', data: found.slice(0, limit).map(objectOf), has_more: found.length > limit, url }
}

/** Seconds since 1970, as Stripe tells times. */
export function seconds(time: Date): number
export function seconds(time: Date | null): number | null
export function seconds(time: Date | null) {
  return time && Math.floor(time.getTime() / 1_000)
}

function lastError({ card, ...error }: NonNullable<Intent['failure']>, { createdAt }: Intent) {
  const help = `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`
  return { ...error, doc_url: help, payment_method: paymentMethodObject(card, createdAt) }
}

function challengeOf(intent: Intent, site: string) {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${site}/challenge?payment_intent=${intent.id}` },
  }
}

function billingDetails({ name, email, postalCode }: KeptCard) {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: postalCode, state: null }
  return { address, email, name, phone: null, tax_id: null }
}

function checks({ postalCode }: KeptCard) {
  return { address_line1_check: null, address_postal_code_check: postalCode && 'pass', cvc_check: 'pass' }
}

function outcome(failure: Failure | null) {
  if (!failure) {
    const seller_message = 'Payment complete.'
    return {
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message,
      type: 'authorized',
    }
  }
  const reason = failure.decline_code ?? failure.code
  const seller_message = 'The bank did not return any further details with this decline.'
  return {
    network_status: 'declined_by_network',
    reason,
    risk_level: 'normal',
    seller_message,
    type: 'issuer_declined',
  }
}
