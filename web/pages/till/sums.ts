import type { DeskMethod, PaymentMethod } from '#contract/desk/payment.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { formatDollars } from '#web/money.ts'

/** Methods as rows of the till. */
export const methodNames: Record<PaymentMethod, string> = {
  cash: 'Cash',
  terminal: 'Card at the desk',
  transfer: 'Bank transfer',
  insurer: 'Insurer',
  'card-online': 'Card on the website',
}

/** The methods in the order of the till: what is counted first. */
export const shownMethods = ['cash', 'terminal', 'transfer', 'insurer', 'card-online'] as const

/** Tells whether a method is counted at the desk. */
export const isCounted = (method: PaymentMethod): method is DeskMethod => method !== 'card-online'

/** Returns the difference of two amounts in dollars. */
export const subtract = (counted: number, expected: number): number => toDollars(toCents(counted) - toCents(expected))

/** Words how much more or less than expected was counted, in dollars. */
export function differenceInWords(dollars: number): string {
  if (dollars === 0) return 'As expected.'
  return dollars > 0
    ? `${formatDollars(dollars)} more than expected.`
    : `${formatDollars(-dollars)} less than expected.`
}
