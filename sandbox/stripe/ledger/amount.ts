import { currencies } from '#contract/kit/currencies.ts'
import { hasThousandths, isWholeOnly } from '#contract/kit/currency.ts'
import { minimumCharge } from '#contract/kit/minimum-charge.ts'
import { invalidParameter } from '../errors.ts'

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in the currency's smallest unit
const maximum = 99_999_999
const maximumOfRupiah = 999_999_999_999

/** Validates the currency and returns it in lower case. @throws ApiError unless a card can be charged in it */
export function parseCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (currencies.includes(currency.toUpperCase())) return currency
  const known = currencies.map((code) => code.toLowerCase()).join(', ')
  throw invalidParameter(
    'currency',
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`,
  )
}

/** Validates an amount in the currency's smallest unit. @throws ApiError if a card can't be charged with it. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const minimum = (minimumCharge(currency.toUpperCase()) * unitsOf(currency)) / 100
  if (amount < minimum) {
    const text = `Amount must be at least ${formatAmount(minimum, currency)} ${currency}`
    throw invalidParameter('amount', text, 'amount_too_small')
  }
  const limit = currency === 'idr' ? maximumOfRupiah : maximum
  if (amount > limit) {
    throw invalidParameter('amount', `Amount must be no more than ${formatAmount(limit, currency)}`, 'amount_too_large')
  }
  if (hasThousandths(currency.toUpperCase()) && amount % 10 !== 0)
    throw invalidParameter(
      'amount',
      `Invalid ${currency} amount: it must be a multiple of ten`,
      'parameter_invalid_integer',
    )
  if (hasHiddenDecimals(currency) && amount % 100 !== 0)
    throw invalidParameter(
      'amount',
      `Invalid ${currency} amount: its decimals must be zero`,
      'parameter_invalid_integer',
    )
}

/** Formats an amount in the currency's smallest unit: `$0.50`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / unitsOf(currency))
}

// https://docs.stripe.com/currencies#special-cases
const hasHiddenDecimals = (currency: string) => currency === 'isk' || currency === 'ugx'

/** Returns how many of the smallest units make one of the currency. */
function unitsOf(currency: string): number {
  const code = currency.toUpperCase()
  if (hasThousandths(code)) return 1_000
  return isWholeOnly(code) && !hasHiddenDecimals(currency) ? 1 : 100
}
