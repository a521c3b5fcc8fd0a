import { type CountryCode, isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Reads a phone number as it was typed; undefined if it is none.
 *  @param country the clinic's, whose numbers have no country's code (ISO 3166-1 alpha-2) */
export function readPhoneNumber(text: string, country: string): PhoneNumber | undefined {
  const home: CountryCode = isSupportedCountry(country) ? country : 'US'
  return parsePhoneNumberFromString(text.normalize('NFKC').trim().replace(/^00/, '+'), home)
}

/** Returns the first of these numbers that can get text messages, as E.164 such as `+12125550142`; undefined if none
 *  can.
 *  @param country as for `readPhoneNumber` */
export function textNumberOf(numbers: readonly string[], country: string): string | undefined {
  return numbers.map((number) => readPhoneNumber(number, country)).find((parsed) => parsed?.isPossible())?.number
}
