import { currencies } from '../currencies.ts'
import { decimalsShown, hasThousandths } from '../currency.ts'
import { localeTag } from '../locale.ts'
import { type Money, toPlainAmount } from '../money.ts'
import { type Outcome, refused } from '../outcome.ts'

/** Why a text is no amount: it has more decimals than the currency, it can be read in two ways, or it names another
 *  currency. */
export type AmountRefusal = 'no-amount' | 'decimals' | 'ambiguous' | 'other-currency'

/** Reads an amount as a person types it or a file has it: `59.50`, `$1,234.50`, `1.234,50 €`, `CHF 1'234.–`. Returns
 *  hundredths of the clinic's currency. How the clinic writes its prices decides on a text such as `1.234`. An amount
 *  with more decimals than the currency has is refused, and nothing is rounded. */
export function readAmount(text: string, money: Money): Outcome<{ cents: number }, AmountRefusal> {
  // Raised digits are cents in some shops: 59⁹⁰.
  if (/\p{No}/u.test(text)) return refused('no-amount')
  const plain = toAsciiDigits(withoutMarks(text))
  const parts = /^([^\d]*)(\d(?:[\d.,٫٬'’ ]*\d)?)([^\d]*)$/u.exec(plain)
  if (!parts) return refused('no-amount')
  const [, before = '', number = '', after = ''] = parts
  // The point of Rs.500 belongs to the sign, that of $.50 does not.
  if (/(^|\P{L}|[A-Z]{3})[.,]$/u.test(before)) return refused('no-amount')
  // 59,– and 59:- are whole amounts.
  const words = before + after.replace(/^[.,:][-–—]{1,2}/, '')
  if (words.trim() !== '' && !signsOf(money).has(toSign(words))) return refused(whyNoSign(words))
  const split = splitAt(number, money)
  return split.ok ? toHundredths(split, money.currency) : split
}

/** Returns an amount in dollars as a person types it in the clinic's country: `59`, `59.50`, `59,50`. */
export function toTypedAmount(dollars: number, money: Money): string {
  return withSign(toPlainAmount(dollars), money)
}

/** Returns a number with the clinic's sign before the decimals. */
const withSign = (number: string, money: Money) => number.replace('.', decimalSign(money))

/** Returns what to write instead of a text that was refused, as a sentence for a person. */
export function amountAdvice(reason: AmountRefusal, money: Money): string {
  const { currency } = money
  const decimals = decimalsShown(currency)
  const whole = { 0: '5900', 2: '59', 3: '12' }[decimals]
  const example = withSign({ 0: '5900', 2: '59.50', 3: '12.500' }[decimals], money)
  if (reason === 'other-currency') return `Write the amount in ${currency}`
  if (reason === 'ambiguous') return `Write it without a thousands separator, such as 12500 or ${example}`
  if (reason === 'no-amount')
    return decimals === 0 ? `A whole amount such as ${whole}` : `An amount such as ${whole} or ${example}`
  if (decimals === 0) return `${currency} has no decimals: write a whole amount such as ${whole}`
  return decimals === 2
    ? `Write at most 2 decimals, such as ${example}`
    : `Write steps of ${withSign('0.010', money)}, such as ${example}`
}

type Split = { ok: true; whole: string; decimals: string }

/** Splits digits with separators into the whole part and the decimals. */
function splitAt(number: string, money: Money): Split | { ok: false; reason: AmountRefusal } {
  const groups = number.split(/\D/)
  const separators = number.replace(/\d/g, '').replaceAll('’', "'").replaceAll('٬', "'")
  const last = separators.at(-1)
  if (groups.includes('')) return refused('no-amount')
  const wholeOf = (parts: string[], signs: string) =>
    new Set(signs).size <= 1 && areThousands(parts) ? parts.join('') : undefined
  const all = wholeOf(groups, separators)
  const decimals = groups.at(-1) ?? ''
  const rest = wholeOf(groups.slice(0, -1), separators.slice(0, -1))
  const canBeDecimal = last !== undefined && '.,٫'.includes(last) && !separators.slice(0, -1).includes(last)
  const asDecimal: Split | undefined =
    canBeDecimal && rest !== undefined ? { ok: true, whole: rest, decimals } : undefined
  const isOpen = separators.length === 1 && all !== undefined && asDecimal !== undefined && last !== '٫'
  if (!isOpen) return asDecimal ?? (all === undefined ? refused('no-amount') : { ok: true, whole: all, decimals: '' })
  // Three digits after a single sign, such as 1.234.
  const isDecimal = decimalSign(money) === last
  if (hasThousandths(money.currency)) return isDecimal ? asDecimal : refused('ambiguous')
  return isDecimal ? refused('decimals') : { ok: true, whole: all, decimals: '' }
}

/** Tells whether these digits are groups of three, or of two before the last as in India. */
function areThousands([first = '', ...others]: string[]): boolean {
  if (others.length === 0) return true
  const [last = '', ...middle] = others.toReversed()
  if (last.length !== 3 || first.startsWith('0')) return false
  const areAll = (length: number) => first.length <= length && middle.every((group) => group.length === length)
  return areAll(3) || (middle.length > 0 && areAll(2))
}

function toHundredths({ whole, decimals }: Split, currency: string): Outcome<{ cents: number }, AmountRefusal> {
  // More than the database can sum up is no price of a clinic.
  if (whole.length > 12) return refused('no-amount')
  const kept = decimals.replace(/0+$/, '')
  // A card can be charged in steps of ten thousandths only.
  if (kept.length > Math.min(decimalsShown(currency), 2)) return refused('decimals')
  return { ok: true, cents: Number(whole + kept.padEnd(2, '0')) }
}

/** Returns the sign before the decimals of the clinic's prices, `.` or `,`. */
function decimalSign(money: Money): string {
  const parts = new Intl.NumberFormat(localeTag(money), {
    ...{ style: 'currency', currency: money.currency, minimumFractionDigits: 1 },
  } as const).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

const languages =
  'en de fr it es pt nl da sv nb fi is pl cs sk sl hr sr hu ro bg uk ru kk ka hy az uz tr el ar he fa ur hi mr bn ne ta ' +
  'my th lo km vi id ms fil ja ko zh zh-TW sw am de-CH en-CA es-MX fr-CA pt-BR'
/** Signs that people write and Intl does not. */
const otherSigns: Partial<Record<string, string[]>> = { CHF: ['Fr', 'SFr'], INR: ['Rs', '/-'], EUR: ['euro', 'euros'] }
const known = new Map<string, ReadonlySet<string>>()

/** Returns the signs of a currency, in each language: `$`, `US$`, `USD`, `Rs`, `kr`. */
function signsOf({ currency, ...locale }: Money): ReadonlySet<string> {
  const key = `${localeTag(locale)} ${currency}`
  const before = known.get(key)
  if (before) return before
  const signs = [localeTag(locale), ...languages.split(' ')].flatMap((tag) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
      return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? ''
    }),
  )
  const all = [currency, ...signs, ...(otherSigns[currency] ?? [])].map((sign) => toSign(withoutMarks(sign)))
  const found = new Set([...all, ...all.map((sign) => toSign(sign + currency))].filter(Boolean))
  known.set(key, found)
  return found
}

const toSign = (words: string) => words.replace(/[\s.]/g, '').toLowerCase()

function whyNoSign(words: string): AmountRefusal {
  const named = words.toUpperCase().match(/[A-Z]{3,}/g) ?? []
  return /\p{Sc}/u.test(words) || named.some((word) => currencies.includes(word)) ? 'other-currency' : 'no-amount'
}

/** Returns a text without marks of direction, and with the usual letters for wide ones. */
const withoutMarks = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .trim()

const zeros = [...'٠۰०০੦૦୦௦౦೦൦๐໐༠၀០']

function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => code - (each.codePointAt(0) ?? 0) >= 0 && code - (each.codePointAt(0) ?? 0) < 10)
    return zero === undefined ? digit : String(code - (zero.codePointAt(0) ?? 0))
  })
}
