import { digitsToFind } from '#server/patient/phone-search.ts'

const shape = /^[+＋]?[\p{Nd}\s()/.\-‐-―－（）]+(?:\s*(?:x|ext\.?|app\.?)\s*\d{1,6})?$/iu
const longest = 40

/** Returns a phone number without invisible signs; undefined for a text that is none. */
export function phoneText(text: string): string | undefined {
  const number = text.replace(/\p{Cf}/gu, '').trim()
  const digits = number.match(/\p{Nd}/gu)?.length ?? 0
  return shape.test(number) && digits >= 3 && number.length <= longest ? number : undefined
}

/** Returns the digits by which numbers are compared: without the country's code and leading zeros.
 *  @param country the clinic's (ISO 3166-1 alpha-2) */
export function phoneKeys(numbers: readonly string[], country: string): string[] {
  return numbers.flatMap((number) => {
    const digits = digitsToFind(number, country)
    return digits !== undefined && digits.length >= 6 ? [digits] : []
  })
}
