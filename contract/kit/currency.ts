// The currencies that a card can be charged in (https://docs.stripe.com/currencies#presentment-currencies).
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
  'CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD ' +
  'JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN ' +
  'NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB ' +
  'TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'

/** The currencies that a clinic can choose (ISO 4217), in order. */
export const currencies: readonly string[] = codes.split(' ')

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
