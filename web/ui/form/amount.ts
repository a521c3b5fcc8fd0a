import { z } from 'zod/mini'
import { isWholeOnly } from '#contract/kit/currency.ts'
import { highestPrice } from '#contract/kit/highest-price.ts'
import { amountAdvice, readAmount, toTypedAmount } from '#contract/kit/money/read-amount.ts'
import { toDollars } from '#contract/kit/money.ts'
import { clinic } from '#web/clinic.ts'
import { formatDollars } from '#web/money.ts'

/** Returns the dollars of a text that a field of this file has accepted. */
export function toAmount(text: string): number {
  const read = readAmount(text, clinic)
  if (!read.ok) throw new Error(`This is no amount: ${amountAdvice(read.reason, clinic)}`)
  return toDollars(read.cents)
}

/** Returns the text of a field for an amount in dollars. */
export function toTyped(dollars: number): string {
  return toTypedAmount(dollars, clinic)
}

/** Returns a field with an amount in dollars, or whatever the currency is. `refusalOf` returns what is wrong with
 *  these dollars. */
function amountField(refusalOf: (dollars: number) => string | undefined, { isOptional = false } = {}) {
  return z.string().check((context) => {
    if (isOptional && context.value.trim() === '') return
    const read = readAmount(context.value, clinic)
    const message = read.ok ? refusalOf(toDollars(read.cents)) : amountAdvice(read.reason, clinic)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

/** A field with an amount: more than nothing, at most `left` dollars. */
export function amountUpTo(left: number) {
  const message = `An amount from ${formatDollars(isWholeOnly(clinic.currency) ? 1 : 0.01)} to ${formatDollars(left)}`
  return amountField((dollars) => (dollars > 0 && dollars <= left ? undefined : message))
}

/** A field with an amount that may be nothing. */
export const anyAmount = amountField(() => undefined)

/** A field with an amount that may be left empty. */
export const optionalAmount = amountField(() => undefined, { isOptional: true })

/** A field with the price of an appointment, or a fee. */
export const anyPrice = amountField((dollars) => (dollars <= highestPrice ? undefined : 'At most 20,000,000'))

/** A field with an amount without a fraction of the currency's unit. */
export const wholeAmount = amountField((dollars) =>
  Number.isInteger(dollars) ? undefined : 'A whole amount is needed',
)
