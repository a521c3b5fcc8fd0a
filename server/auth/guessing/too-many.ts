import { waitInWords } from '#contract/kit/time/wait.ts'
import { ProblemError } from '#server/http/problem.ts'

/** Returns the message for too many attempts, with the wait in words. */
export function tooManyMessage(seconds: number, { of = 'attempts', at = '', others = '' } = {}): string {
  return `Too many ${of}${at}. Please try again in ${waitInWords(seconds)}${others}.`
}

/** Returns a 429 response in Better Auth's format. */
export function tooManyAttempts(seconds: number, message = tooManyMessage(seconds), code?: string): Response {
  return Response.json({ message, code }, { status: 429, headers: { 'x-retry-after': String(seconds) } })
}

/** Returns the problem for a full queue. */
export function queueFull(): ProblemError {
  return new ProblemError(503, 'Many people are signing in at the moment. Please try again in 10 seconds.')
}
