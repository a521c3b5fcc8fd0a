import type { PaymentIntentResult } from '@stripe/stripe-js'

// What was typed may be wrong, so that a look at the card comes first.
const mistyped: ReadonlySet<string> = new Set([
  'incorrect_number',
  'incorrect_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
])

/** Says what to do after the bank has refused a card; undefined if the provider's message says it. */
export function adviceOn({ type, code = '' }: NonNullable<PaymentIntentResult['error']>): string | undefined {
  if (type !== 'card_error') return undefined
  return mistyped.has(code)
    ? 'Check the card details, try another card, or pay at the clinic.'
    : 'Try another card, or pay at the clinic.'
}
