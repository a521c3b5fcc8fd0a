import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Returns the first of these numbers that is one, as E.164 such as `+12125550142`; undefined if none is.
 *  @param country the clinic's, whose numbers have no country's code (ISO 3166-1 alpha-2) */
export function textNumberOf(numbers: readonly string[], country: string): string | undefined {
  const home: CountryCode = isSupportedCountry(country) ? country : 'US'
  return numbers
    .map((number) => parsePhoneNumberFromString(number.trim().replace(/^00/, '+'), home))
    .find((parsed) => parsed?.isPossible())?.number
}
