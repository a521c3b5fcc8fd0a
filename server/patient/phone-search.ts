import { parseIncompletePhoneNumber } from 'libphonenumber-js'
import { readPhoneNumber } from './phone-number.ts'

const minDigits = 4
const minWhole = 7
// Digits of any script, and the signs that people write between them.
const phoneText = /^\s*[+＋]?[\p{Nd}\s()/.\-‐-―－（）]+$/u

/** Returns the digits to search for when a phone number is typed: those of the number without the country's code, or
 *  those of a part of a number. Undefined for a text that is no number or has fewer than four digits.
 *  @param country the clinic's, whose numbers have no country's code (ISO 3166-1 alpha-2) */
export function digitsToFind(text: string, country: string): string | undefined {
  if (!phoneText.test(text)) return undefined
  const national = readPhoneNumber(text, country)?.nationalNumber
  const typed = parseIncompletePhoneNumber(text).replace(/\D/g, '')
  // Stored numbers may have another code in front, but the zeros of a part of a number count.
  const digits = typed.length < minWhole ? typed : (national ?? typed).replace(/^0+/, '')
  return digits.length < minDigits ? undefined : digits
}
