import { waitInWords } from '#contract/kit/time/wait.ts'
import { ProblemError } from '#server/http/problem.ts'

/** Says that there were too many attempts, and how long to wait. */
export function tooManyMessage(seconds: number, { at = '', others = '' } = {}): string {
  return `Too many attempts${at}. Please try again in ${waitInWords(seconds)}${others}.`
}

/** The refusal, in the form of Better Auth's own. */
export function tooManyAttempts(seconds: number, message = tooManyMessage(seconds), code?: string): Response {
  return Response.json({ message, code }, { status: 429, headers: { 'x-retry-after': String(seconds) } })
}

/** The refusal of a call for which the queue is full. */
export function queueFull(): ProblemError {
  return new ProblemError(503, 'Many people are signing in at the moment. Please try again in 10 seconds.')
}
