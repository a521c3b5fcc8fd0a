import { z } from 'zod/mini'
import { isWholeOnly } from '#contract/kit/currency.ts'
import { clinic } from '#web/clinic.ts'
import { formatDollars } from '#web/money.ts'

const isWhole = isWholeOnly(clinic.currency)
const smallest = isWhole ? 1 : 0.01
const shape = isWhole ? /^\d{1,8}$/ : /^\d{1,8}([.,]\d{1,2})?$/

/** Returns the number of an amount as a person types it, with a point or a comma. */
export const toAmount = (text: string): number => Number(text.replace(',', '.'))

/** A field with an amount in dollars, or whatever the currency is: more than nothing, at most `left`. */
export function amountUpTo(left: number) {
  const message = `An amount from ${formatDollars(smallest)} to ${formatDollars(left)}`
  return z.string().check(
    z.trim(),
    z.regex(shape, message),
    z.refine((text) => toAmount(text) > 0 && toAmount(text) <= left, message),
  )
}

/** A field with an amount that may be nothing. */
export const anyAmount = z.string().check(z.trim(), z.regex(shape, 'An amount such as 59 or 59.50'))
