import type { Cents, RequestedAmount } from '#contract/kit/money/amount.ts'
import { isPayable, type Money, toCents } from '#contract/kit/money.ts'
import { invalid } from './problem.ts'

/** Returns the cents of an amount in a request. `field` has it.
 *  @throws ProblemError 400 for a part of a unit in a currency that has none, such as half a yen */
export function requestedCents(amount: RequestedAmount, { currency }: Pick<Money, 'currency'>, field: string): Cents {
  const cents = toCents(amount)
  if (!isPayable(cents, currency)) throw invalid({ [field]: 'This currency has no decimals' }, { code: 'whole-amount' })
  return cents as Cents
}
