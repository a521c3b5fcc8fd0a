import { isPayable, type Money, toCents } from '#contract/kit/money.ts'
import { invalid } from '#server/http/problem.ts'

/** Returns the cents of an amount in a request. `field` has it.
 *  @throws ProblemError 400 for a part of a unit in a currency that has none, such as half a yen */
export function payableCents(amount: number, { currency }: Money, field: string): number {
  const cents = toCents(amount)
  if (!isPayable(cents, currency)) throw invalid({ [field]: 'This currency has no decimals' }, { code: 'whole-amount' })
  return cents
}
