import { invalidParameter } from '../errors.ts'

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in cents
const minimum = 50
const maximum = 99_999_999

/** Validates the currency and returns it in lower case. @throws ApiError unless it is the clinic's, US dollars. */
export function parseCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (currency === 'usd') return currency
  const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: usd`
  throw invalidParameter('currency', message)
}

/** Validates an amount in cents. @throws ApiError if a card can't be charged with it. */
export function checkAmount(cents: number): void {
  if (cents < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (cents < minimum) {
    throw invalidParameter('amount', `Amount must be at least ${formatAmount(minimum)} usd`, 'amount_too_small')
  }
  if (cents > maximum) {
    throw invalidParameter('amount', `Amount must be no more than ${formatAmount(maximum)}`, 'amount_too_large')
  }
}

/** Formats an amount in cents as `$0.50`. */
export function formatAmount(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd' }).format(cents / 100)
}
