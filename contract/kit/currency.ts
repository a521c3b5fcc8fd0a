// https://docs.stripe.com/currencies#zero-decimal, and the krona of Iceland, whose cents must be zero.
const wholeOnly = 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const threeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/** Tells whether amounts in a currency are whole: yen have no hundredths. */
export function isWholeOnly(currency: string): boolean {
  return wholeOnly.includes(currency)
}

/** Tells whether a currency has thousandths. A card can be charged in steps of ten of them only. */
export function hasThousandths(currency: string): boolean {
  return threeDecimals.includes(currency)
}

/** Returns the number of decimals that an amount is written with: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimalsShown(currency: string): 0 | 2 | 3 {
  if (isWholeOnly(currency)) return 0
  return hasThousandths(currency) ? 3 : 2
}
