// The currencies that a card can be charged in (https://docs.stripe.com/currencies#presentment-currencies).
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
  'CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD ' +
  'JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN ' +
  'NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB ' +
  'TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'

/** The currencies that a clinic can choose (ISO 4217), in order. */
export const currencies: readonly string[] = codes.split(' ')

const decimals = new Map<string, number>()

/** Returns the number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  // Loading Intl takes a slow phone 60 ms.
  if (currency === 'USD' || currency === 'EUR') return 2
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, found)
  return found
}
