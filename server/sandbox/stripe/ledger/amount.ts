import { badParameter } from '../errors.ts'

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in the smallest unit
const smallest: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}
const largest = 99_999_999

/** The currency as Stripe writes it.
 *  @throws ApiError when cards can't be charged in it here. */
export function readCurrency(given: string): string {
  const currency = given.toLowerCase()
  if (currency in smallest) return currency
  const known = Object.keys(smallest).join(', ')
  throw badParameter('currency', `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`)
}

/** @throws ApiError when cards can't be charged with `amount`, in the currency's smallest unit. */
export function checkAmount(amount: number, currency: string): void {
  const least = smallest[currency] ?? 0
  if (amount < 1) throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount < least) {
    const message = `Amount must be at least ${written(least, currency)} ${currency}`
    throw badParameter('amount', message, 'amount_too_small')
  }
  if (amount > largest) {
    throw badParameter('amount', `Amount must be no more than ${written(largest, currency)}`, 'amount_too_large')
  }
}

/** `amount` as people write it, `$0.50`. */
export function written(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
