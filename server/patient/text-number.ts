import type { PhoneNumber } from 'libphonenumber-js/max'
import { readPhone } from './phone-number.ts'

/** Where the clinic's text messages go: to numbers of its own country and of these others (ISO 3166-1 alpha-2). */
export type TextCountries = { country: string; textCountries: readonly string[] }

/** Returns the first of these numbers that gets text messages, as E.164 such as `+12125550142`; undefined if none does.
 *  Others cost much, such as premium and satellite numbers, or show nothing. */
export function textNumberOf(numbers: readonly string[], clinic: TextCountries): string | undefined {
  return textNumbersOf(numbers, clinic)[0]
}

/** Returns those of these numbers that get text messages, as `textNumberOf` does. */
export function textNumbersOf(numbers: readonly string[], clinic: TextCountries): string[] {
  return numbers.flatMap((number) => {
    const parsed = readPhone(number, clinic.country)?.parsed
    return parsed && isTextable(parsed, clinic) ? [parsed.number] : []
  })
}

/** Tells whether a number gets text messages, and its country is one of the clinic's. A satellite network has none. */
export function isTextable(number: PhoneNumber, clinic: TextCountries): boolean {
  return canGetTexts(number) && [clinic.country, ...clinic.textCountries].includes(number.country ?? '')
}

/** Tells whether a number is one of a mobile phone. In North America their numbers are like those of others. */
export function canGetTexts(number: PhoneNumber): boolean {
  const type = number.getType()
  return number.country !== undefined && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE')
}
