/** What texts, days, times and prices are shown by: a language (BCP 47) and a country (ISO 3166-1 alpha-2). */
export type Locale = { language: string; country: string }

const tags = new Map<string, string>()

/** Returns the tag by which Intl formats: the language, as it is written in the clinic's country. English in Germany is
 *  `en-DE`: 24 hours, the day before the month. */
export function localeTag({ language, country }: Locale): string {
  // Loading Intl takes a slow phone 60 ms.
  if (language === `en-${country}`) return language
  const key = `${language} ${country}`
  const tag = tags.get(key) ?? new Intl.Locale(language, { region: country }).toString()
  tags.set(key, tag)
  return tag
}

// By CLDR. Intl.Locale.prototype.getWeekInfo is not in every browser.
const sunday =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH ' +
  'PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
const saturday = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'

/** Returns the weekday on which calendars of a country begin: 0 (Sunday) to 6. */
export function firstWeekday(country: string): 0 | 1 | 5 | 6 {
  if (country === 'MV') return 5
  if (saturday.split(' ').includes(country)) return 6
  return sunday.split(' ').includes(country) ? 0 : 1
}

const weekendOnFridayAndSaturday = 'BH DZ EG IL IQ JO KW LY OM QA SA SD SY YE'

/** Returns the weekdays, 1 (Monday) to 7, in the order in which a country lists opening hours: from the first working
 *  day on. */
export function workWeek(country: string): number[] {
  if (weekendOnFridayAndSaturday.split(' ').includes(country)) return [7, 1, 2, 3, 4, 5, 6]
  return country === 'AF' || country === 'IR' ? [6, 7, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7]
}

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
