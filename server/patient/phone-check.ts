import { isCallable, phoneAdvice } from '#contract/kit/text/phone.ts'
import { invalid } from '#server/http/problem.ts'
import { phoneRuleOf } from './phone-rule.ts'

/** Refuses phone numbers that nobody can call. `numbers` has each by the field of the request. An empty one is none,
 *  and those that are `kept` from before pass.
 *  @param country the clinic's (ISO 3166-1 alpha-2)
 *  @throws ProblemError 400 that names the fields */
export function requireCallable(numbers: Record<string, string>, country: string, kept: readonly string[] = []): void {
  const rule = phoneRuleOf(country)
  const wrong = Object.entries(numbers).filter(
    ([, number]) => number !== '' && !kept.includes(number) && !isCallable(number, rule),
  )
  if (wrong.length === 0) return
  const advice = phoneAdvice(rule)
  throw invalid(Object.fromEntries(wrong.map(([field]) => [field, advice])))
}

/** Returns numbers by the fields `name.0`, `name.1` and so on. */
export const numbered = (name: string, numbers: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(numbers.map((number, at) => [`${name}.${at}`, number]))
