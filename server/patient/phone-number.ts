import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { readPhoneText } from '#contract/kit/text/phone.ts'

const minDigits = 4
const minWhole = 7
const minKey = 6
const minImported = 3
const minWithCode = 11
const longest = 40

/** A text that is a phone number, or a part of one. `typed` are the digits before an extension, `parsed` is the number
 *  at its place in the world, if it can be read as one. */
export type ReadPhone = { typed: string; parsed: PhoneNumber | undefined }

/** Reads a phone number as people and spreadsheets write it; undefined for a text that is none. Search, duplicates,
 *  text messages and imports ask here.
 *  @param country the clinic's, whose numbers have no country's code (ISO 3166-1 alpha-2) */
export function readPhone(text: string, country: string): ReadPhone | undefined {
  const { number, key: typed, isNumber } = readPhoneText(text)
  if (!isNumber) return undefined
  const home: CountryCode = isSupportedCountry(country) ? country : 'US'
  const parsed = withoutPlus(typed, home) ?? parsePhoneNumberFromString(number.replace(/^0\s*0/, '+'), home)
  return { typed, parsed }
}

/** Returns the number of a spreadsheet that has dropped the plus before the country's code. */
function withoutPlus(typed: string, home: CountryCode): PhoneNumber | undefined {
  if (typed.length < minWithCode || typed.startsWith('0')) return undefined
  const parsed = parsePhoneNumberFromString(`+${typed}`)
  return parsed?.country === home && parsed.isValid() ? parsed : undefined
}

/** Returns the digits to search for when a phone number is typed: those of the number without the country's code, or
 *  those of a part of a number. Undefined for a text that is no number or has fewer than four digits.
 *  @param country as for `readPhone` */
export function digitsToFind(text: string, country: string): string | undefined {
  const read = readPhone(text, country)
  if (!read) return undefined
  const { typed, parsed } = read
  // Stored numbers may have another code in front, but the zeros of a part of a number count.
  const digits = typed.length < minWhole ? typed : (parsed?.nationalNumber ?? typed).replace(/^0+/, '')
  return digits.length < minDigits ? undefined : digits
}

/** Returns the digits by which numbers are compared: without the country's code and leading zeros. Parts of numbers
 *  have none.
 *  @param country as for `readPhone` */
export function phoneKeys(numbers: readonly string[], country: string): string[] {
  return numbers
    .map((number) => digitsToFind(number, country))
    .filter((digits) => digits !== undefined && digits.length >= minKey) as string[]
}

/** Returns a number of a file as it is stored: as it was typed, without what a spreadsheet added. Undefined for a text
 *  that is none. */
export function importedPhone(text: string): string | undefined {
  const { plain, isNumber, digits } = readPhoneText(text)
  return plain.length <= longest && isNumber && digits.length >= minImported ? plain : undefined
}
