import { hasThousandths, isWholeOnly } from '#contract/kit/currency.ts'

// Amounts here are in hundredths of the currency's unit. The provider's are in the currency's smallest unit: yen as
// they are, thousandths of a dinar. Two currencies without a smaller unit keep two decimals there, which are zero
// (https://docs.stripe.com/currencies#special-cases).
const withZeroDecimals = ['ISK', 'UGX']

function factorOf(currency: string): number {
  const code = currency.toUpperCase()
  if (isWholeOnly(code) && !withZeroDecimals.includes(code)) return 0.01
  return hasThousandths(code) ? 10 : 1
}

/** Converts hundredths to the provider's smallest unit.
 *  @throws Error for an amount that the currency does not have, such as half a yen */
export function toProviderAmount(cents: number, currency: string): number {
  const amount = cents * factorOf(currency)
  // A hundredth of a number of hundredths is exact enough.
  if (Math.abs(amount - Math.round(amount)) > 0.001) throw new Error(`There is no such amount in ${currency}`)
  return Math.round(amount)
}

/** Converts an amount of the provider to hundredths. */
export function fromProviderAmount(amount: number, currency: string): number {
  return Math.round(amount / factorOf(currency))
}
