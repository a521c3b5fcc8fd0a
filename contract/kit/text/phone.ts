import { z } from 'zod/mini'

/** What a phone number needs at the clinic: so many digits if it has no country's code. `example` is one of its
 *  country. */
export type PhoneRule = { minDigits: number; example: string }

// The shortest numbers with their country's code, such as +290 4321.
const minInternational = 7
const extension = /(?:;ext=|#|(?:\bx|\bext(?:ension|n)?\b\.?|\bapp\b\.?|(?<=\d)x)[\s:.]*)\s*\d{1,7}$/i
const otherDigits = /[٠-٩۰-۹०-९]/g
// The signs that people write between the digits.
const shape = /^\+?[\d\s()/.\-‐-―−]*\d[\d\s()/.\-‐-―−]*$/

/** Returns a phone number as it was typed, with ASCII digits and signs and without what a spreadsheet added: the
 *  apostrophe or formula around it, and the `.0` of a number that was stored as an amount. */
function plainPhone(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .replace(otherDigits, (digit) => String(digitOf(digit)))
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
  return ofAmount(plain) ?? plain
}

// Arabic and Persian zeros have codes that end in 0, the Devanagari one is 0966.
const digitOf = (digit: string, code = digit.charCodeAt(0)) => (code < 0x966 ? code & 0xf : code - 0x966)

/** Returns the number that a spreadsheet wrote as an amount, such as 2125550142.0 or 4.917012345678E+11. Undefined if
 *  it is none, or if digits were lost, as in 4.92E+11. */
function ofAmount(text: string): string | undefined {
  const whole = /^(\+?\d{5,15})\.0+$/.exec(text)?.[1]
  if (whole !== undefined) return whole
  const [, first = '', rest = '', power] = /^(\d)\.(\d{8,14})e\+?(\d\d?)$/i.exec(text) ?? []
  return power === undefined || rest.length > Number(power) ? undefined : first + rest.padEnd(Number(power), '0')
}

/** Returns a plain phone number without its extension, such as the 5 of `212 555 0142 ext. 5`. */
function withoutExtension(plain: string): string {
  const found = extension.exec(plain)
  return found ? plain.slice(0, found.index).replace(/[\s,]+$/, '') : plain
}

/** A text read as a phone number. `plain`: as it is stored. `number`: without an extension. `isNumber`: it has nothing
 *  else. `digits`: those to dial, so without the zero of +49 (0)30, which is for domestic calls. `hasCode`: they begin
 *  with a country's code, or with 00 before it. `key`: the digits without any (0), as phone_digits.sql keeps them. */
export type PhoneText = {
  plain: string
  number: string
  isNumber: boolean
  digits: string
  hasCode: boolean
  key: string
}

/** Reads a text as a phone number. All others who need a part of one ask here. */
export function readPhoneText(text: string): PhoneText {
  const plain = plainPhone(text)
  const number = withoutExtension(plain)
  const hasCode = /^(?:\+|00)/.test(number)
  const key = digitsIn(number.replaceAll('(0)', ''))
  return { plain, number, isNumber: shape.test(number), digits: hasCode ? key : digitsIn(number), hasCode, key }
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** Returns a tel link, which starts a call (RFC 3966). An extension is dialed once somebody answers. */
export function phoneLink(phone: string): string {
  const { number, digits } = readPhoneText(phone)
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}`
}

/** Tells whether a text has enough digits for a number that the clinic can call. */
export function isCallable(text: string, { minDigits }: Pick<PhoneRule, 'minDigits'>): boolean {
  const { digits, hasCode } = readPhoneText(text)
  return digits.replace(/^00/, '').length >= (hasCode ? minInternational : minDigits)
}

/** What a form says of a number that nobody can call. */
export const phoneAdvice = ({ example }: Pick<PhoneRule, 'example'>) =>
  `Enter a phone number we can call, such as ${example}`

/** Refuses a number that nobody can call. Those that are `kept` from before pass. */
export const callable = (rule: PhoneRule, kept: readonly string[] = []) =>
  z.refine<string>((text) => kept.includes(text.trim()) || isCallable(text, rule), phoneAdvice(rule))
