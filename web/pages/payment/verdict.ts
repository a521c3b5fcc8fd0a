import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js'

/** The sentence for each reason why a payment was not made. */
export const refusals = {
  canceled: 'This payment was canceled. Your card was not charged.',
  'not-charged': 'The payment did not go through and your card was not charged. You can try again.',
  unfinished: 'Your bank’s check was not completed and your card was not charged. You can try again.',
  'provider-unreachable': 'The card provider could not be reached. Please check your connection and try again.',
  'form-not-loaded': 'The card form could not be loaded. Please check your connection and try again.',
}

/** Whether the card was charged. `unknown`: it may have been. `void`: the intent was canceled without a charge. */
export type Verdict =
  | { kind: 'charged'; transactionId: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown' }
  | { kind: 'void' }

/** Interprets the provider's response to a confirmation. An intent in an error takes precedence over the error. */
export function verdictOfConfirmation({ paymentIntent, error }: PaymentIntentResult): Verdict {
  if (!error) return verdictOfIntent(paymentIntent)
  if (error.payment_intent?.status === 'succeeded') return verdictOfIntent(error.payment_intent)
  if (error.code === 'payment_intent_unexpected_state') {
    return error.payment_intent ? verdictOfIntent(error.payment_intent) : { kind: 'unknown' }
  }
  if (inconclusive.has(error.type)) return { kind: 'unknown' }
  return { kind: 'refused', why: error.message ?? refusals['not-charged'] }
}

/** Interprets the status of an intent. */
export function verdictOfIntent({ id, status }: PaymentIntent): Verdict {
  switch (status) {
    case 'succeeded':
      return { kind: 'charged', transactionId: id }
    case 'canceled':
      return { kind: 'void' }
    case 'requires_payment_method':
      // Its last error may be that of an earlier card.
      return { kind: 'refused', why: refusals['not-charged'] }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'refused', why: refusals.unfinished }
    default:
      return { kind: 'unknown' }
  }
}

// After these errors the card may have been charged.
const inconclusive: ReadonlySet<string> = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])
