import { z } from 'zod/mini'
import { formatDollars } from '#contract/kit/money.ts'

/** A field with an amount in dollars, as a person types it: more than nothing, at most `left`. */
export function amountUpTo(left: number) {
  const message = `An amount from $0.01 to ${formatDollars(left)}`
  return z.string().check(
    z.trim(),
    z.regex(/^\d{1,7}(\.\d{1,2})?$/, message),
    z.refine((text) => Number(text) > 0 && Number(text) <= left, message),
  )
}

/** The note of a refund or a cancellation. */
export const noteField = z.string().check(z.trim(), z.maxLength(200, 'Must be 200 characters or shorter'))
