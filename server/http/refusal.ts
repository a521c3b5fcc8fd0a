import { ProblemError } from './problem.ts'

/** How a refusal is answered: the status, a sentence, and the field of the request that it is about. */
type Answer<Refusal> = { status: number; sentence: Text<Refusal>; field?: Text<Refusal> }

/** A text, or one that depends on what the refusal says. */
type Text<Refusal> = string | ((refusal: Refusal) => string)

/** The answer to each reason of a feature's refusals. */
export type Refusals<Refusal extends { reason: string }> = {
  [Reason in Refusal['reason']]: Answer<Extract<Refusal, { reason: Reason }>>
}

/** Returns the problem of a refusal, whose code is the reason. `extensions` are further members (RFC 9457, 3.2). */
export function problemOf<Refusal extends { reason: string }>(
  refusals: Refusals<Refusal>,
  refusal: Refusal,
  extensions: Record<string, unknown> = {},
): ProblemError {
  const answer: Answer<never> = refusals[refusal.reason as Refusal['reason']]
  const textOf = (text: Text<never>) => (typeof text === 'string' ? text : text(refusal as never))
  const sentence = textOf(answer.sentence)
  const errors = answer.field && { [textOf(answer.field)]: sentence }
  const detail = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  return new ProblemError(answer.status, detail, { ...extensions, code: refusal.reason, ...(errors && { errors }) })
}
