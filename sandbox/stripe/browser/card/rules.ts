/** An invalid field, in Stripe's words. */
export type Problem = { type: 'validation_error'; code: string; message: string }

/** A card brand: the prefix, valid lengths and grouping of its numbers, and the length of its security code. */
export type Brand = { name: string; label: string; prefix: RegExp; lengths: number[]; gaps: number[]; code: number }

const unknownBrand: Brand = { name: 'unknown', label: '', prefix: /^/, lengths: [16], gaps: [4, 8, 12], code: 3 }

// https://en.wikipedia.org/wiki/Payment_card_number#Issuer_identification_number_(IIN)
const brands: Brand[] = [
  { ...unknownBrand, name: 'visa', label: 'Visa', prefix: /^4/ },
  { ...unknownBrand, name: 'mastercard', label: 'Mastercard', prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { ...unknownBrand, name: 'amex', label: 'Amex', prefix: /^3[47]/, lengths: [15], gaps: [4, 10], code: 4 },
  { ...unknownBrand, name: 'discover', label: 'Discover', prefix: /^(6011|64[4-9]|65)/ },
  { ...unknownBrand, name: 'diners', label: 'Diners', prefix: /^3(0[0-5]|[689])/, lengths: [14, 16], gaps: [4, 10] },
  { ...unknownBrand, name: 'jcb', label: 'JCB', prefix: /^35/ },
  { ...unknownBrand, name: 'unionpay', label: 'UnionPay', prefix: /^(62|81)/, lengths: [16, 17, 18, 19] },
]

/** Returns the brand by the first digits of a number. */
export function brandOf(number: string): Brand {
  return brands.find(({ prefix }) => prefix.test(number)) ?? unknownBrand
}

/** Returns the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Groups the digits of a number as on the card. */
export function formatNumber(text: string): string {
  const { gaps, lengths } = brandOf(digitsOf(text))
  const digits = digitsOf(text).slice(0, Math.max(...lengths))
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

/** Formats `1234` and `12/2034` as `12 / 34`, `5` as `05 / `. While `deleting`, a deleted slash is not added again. */
export function formatExpiry(text: string, deleting = false): string {
  const [first = '', second] = text.split('/')
  const month = digitsOf(first)
  const rest = digitsOf(second ?? '')
  const all = /^[2-9]/.test(month) || (month.length === 1 && second !== undefined) ? `0${month}${rest}` : month + rest
  const digits = /^1[3-9]/.test(all) ? `0${all}` : all
  const year = digits.slice(2)
  const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)
  if (digits.length < 2 || (deleting && short === '')) return digits.slice(0, 2)
  return `${digits.slice(0, 2)} / ${short}`
}

/** Validates a card number. */
export function numberProblem(text: string): Problem | undefined {
  const digits = digitsOf(text)
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) return problem('incomplete_number', 'Your card number is incomplete.')
  if (!passesLuhn(digits)) return problem('invalid_number', 'Your card number is invalid.')
  return undefined
}

/** Validates an expiration date on the day `now`. */
export function expiryProblem(text: string, now: Date): Problem | undefined {
  const digits = digitsOf(text)
  if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
  const { month, year } = expiryOf(text)
  if (month < 1) return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year < now.getFullYear())
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year > now.getFullYear() + 50) return problem('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

/** Returns the month (1 to 12) and the four-digit year of a complete date. */
export function expiryOf(text: string): { month: number; year: number } {
  const digits = digitsOf(text)
  return { month: Number(digits.slice(0, 2)), year: 2_000 + Number(digits.slice(2, 4)) }
}

/** Validates a security code. */
export function codeProblem(text: string, { code }: Brand): Problem | undefined {
  if (digitsOf(text).length >= code) return undefined
  return problem('incomplete_cvc', "Your card's security code is incomplete.")
}

/** Validates a postal code: five digits, because all cards of the sandbox are American. */
export function postalProblem(text: string): Problem | undefined {
  return digitsOf(text).length === 5 ? undefined : problem('incomplete_zip', 'Your postal code is incomplete.')
}

function problem(code: string, message: string): Problem {
  return { type: 'validation_error', code, message }
}

/** Validates the Luhn check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * 2
    return total + (index % 2 === 0 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
