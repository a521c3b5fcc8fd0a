import { decimalsShown, isWholeOnly } from './currency.ts'
import { type Locale, localeTag } from './locale.ts'

// An amount is kept in hundredths of the currency's unit, here called cents, whatever the currency: 5,000 yen are
// 500,000. The card provider's smallest unit is its own (server/payment/provider-amount.ts).

/** Converts the amounts of requests and responses, such as 59.5 dollars, to whole cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Converts cents to dollars, or whatever the currency is, for requests and responses. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Returns an amount in dollars as programs write it: `59`, `59.50`. */
export function toPlainAmount(dollars: number): string {
  return dollars.toFixed(Number.isInteger(dollars) ? 0 : 2)
}

/** What an amount is shown by. `currency` is a code of ISO 4217. */
export type Money = Locale & { currency: string }

type Format = {
  /** Shows the cents of whole dollars, too: `$59.00`. */
  alwaysCents?: boolean
  /** Separates thousands, which prices don't have: `$12,300`. */
  grouped?: boolean
}

/** Formats an amount in cents as the clinic's language and country do: `$59`, `$59.50`, `59 €`. */
export function formatCents(
  cents: number,
  money: Money,
  { alwaysCents = false, grouped = false }: Format = {},
): string {
  const tag = localeTag(money)
  const isShort = cents % 100 === 0 && !alwaysCents
  // Loading Intl takes a slow phone 60 ms.
  if (tag === 'en-US' && money.currency === 'USD' && !grouped)
    return `${cents < 0 ? '-' : ''}$${toDollars(Math.abs(cents)).toFixed(isShort ? 0 : 2)}`
  const digits = isShort ? 0 : decimalsShown(money.currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return toDollars(cents).toLocaleString(tag, { style: 'currency', currency: money.currency, ...options })
}

/** Formats an amount in dollars, or whatever the currency is, as in responses. */
export function formatDollars(dollars: number, money: Money, format?: Format): string {
  return formatCents(toCents(dollars), money, format)
}

/** Tells whether an amount in cents can be paid in a currency: yen have no hundredths. */
export function isPayable(cents: number, currency: string): boolean {
  return cents % 100 === 0 || !isWholeOnly(currency)
}
