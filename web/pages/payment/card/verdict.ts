import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js'
import { refusals } from '../refusals.ts'

/** What is known of the money. `unknown`: the card may have been charged. `void`: this intent can't be paid any more, and wasn't. */
export type Verdict =
  | { kind: 'charged'; transactionId: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown' }
  | { kind: 'void' }

/** What the provider's answer to a confirmation means. An intent in it speaks louder than the error around it. */
export function verdictOfConfirmation({ paymentIntent, error }: PaymentIntentResult): Verdict {
  if (!error) return verdictOfIntent(paymentIntent)
  if (error.payment_intent?.status === 'succeeded') return verdictOfIntent(error.payment_intent)
  if (error.code === 'payment_intent_unexpected_state') {
    return error.payment_intent ? verdictOfIntent(error.payment_intent) : { kind: 'unknown' }
  }
  if (unanswered.has(error.type)) return { kind: 'unknown' }
  return { kind: 'refused', why: error.message ?? refusals['not-charged'] }
}

/** What an intent says of the money by itself. */
export function verdictOfIntent({ id, status }: PaymentIntent): Verdict {
  switch (status) {
    case 'succeeded':
      return { kind: 'charged', transactionId: id }
    case 'canceled':
      return { kind: 'void' }
    case 'requires_payment_method':
      // Its last error is not told: it may be that of a card tried before.
      return { kind: 'refused', why: refusals['not-charged'] }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'refused', why: refusals.unfinished }
    default:
      return { kind: 'unknown' }
  }
}

// Errors after which the charge may have been made all the same.
const unanswered: ReadonlySet<string> = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])
