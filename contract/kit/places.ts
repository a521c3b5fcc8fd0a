/** Tells whether `code` is the code of a country (ISO 3166-1 alpha-2), such as DE. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.includes(code)) return false
  // Intl replaces the code of a country that is no more.
  return new Intl.Locale(`und-${code}`).region === code && nameOf('region', code) !== undefined
}

/** Tells whether `tag` is a language tag (BCP 47) of a language whose dates and numbers are known, such as de-DE. */
export function isLanguage(tag: string): boolean {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag)) return false
  try {
    const { language, region = '' } = new Intl.Locale(tag)
    if (nameOf('language', language) === undefined) return false
    if (/^[A-Z]+$/.test(region) && !isCountry(region)) return false
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1
  } catch {
    return false
  }
}

/** Returns the countries, each with its name in English, by name. */
export function listCountries(): { code: string; name: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountry)
    .map((code) => ({ code, name: nameOf('region', code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

// Codes that Intl has names for and that are no countries of ISO 3166-1.
const noCountries = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' ')

function nameOf(type: 'region' | 'language', code: string): string | undefined {
  return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code)
}

const euro = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA XK'.split(' ')
const usual: Partial<Record<string, string>> = {
  ...{ US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', DK: 'DKK', NO: 'NOK', SE: 'SEK', IS: 'ISK', PL: 'PLN', CZ: 'CZK' },
  ...{ HU: 'HUF', RO: 'RON', RS: 'RSD', UA: 'UAH', TR: 'TRY', IL: 'ILS', AE: 'AED', SA: 'SAR', QA: 'QAR', KW: 'KWD' },
  ...{ BH: 'BHD', OM: 'OMR', JO: 'JOD', EG: 'EGP', MA: 'MAD', TN: 'TND', ZA: 'ZAR', KE: 'KES', NG: 'NGN', IN: 'INR' },
  ...{ PK: 'PKR', BD: 'BDT', LK: 'LKR', NP: 'NPR', TH: 'THB', VN: 'VND', ID: 'IDR', MY: 'MYR', SG: 'SGD', PH: 'PHP' },
  ...{ CN: 'CNY', HK: 'HKD', TW: 'TWD', JP: 'JPY', KR: 'KRW', AU: 'AUD', NZ: 'NZD', CA: 'CAD', MX: 'MXN', BR: 'BRL' },
  ...{ AR: 'ARS', CL: 'CLP', CO: 'COP', PE: 'PEN', UY: 'UYU' },
}

/** Returns the currency that a clinic of a country will choose, where that is known. */
export function suggestedCurrency(country: string): string | undefined {
  return euro.includes(country) ? 'EUR' : usual[country]
}
