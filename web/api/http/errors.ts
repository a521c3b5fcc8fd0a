import { notSignedIn, problemCodes, sessionIdle } from '#contract/access/problem-codes.ts'
import { type Problem, problem, requestIdHeader } from '#contract/kit/problem.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'

/** The server refused the request. `message` is a sentence for the user; after an error of the server (5xx) it names
 *  the request. */
export class ApiError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(withNumber(problem.detail, problem.status >= 500 ? problem.requestId : undefined))
    this.problem = problem
  }
}

/** The response is not JSON or does not match its schema. The request may have taken effect anyway. */
export class UnreadableError extends Error {
  constructor(requestId?: string, options?: ErrorOptions) {
    const sentence = 'The clinic’s server sent an answer that this page can’t read. Please try again in a minute.'
    super(withNumber(sentence, requestId), options)
  }
}

/** A request that changes something got no answer, or not a whole one. It may have taken effect anyway. */
export class UnansweredError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The clinic’s server could not be reached. Please check your connection, and whether your change was saved, before you try again.',
      options,
    )
  }
}

const questions: unknown[] = Object.values(problemCodes)

/** The browser did not do what a request needs, such as use a passkey. `message` is a sentence for the user. */
export class BrowserError extends Error {}

/** Something is not chosen yet, or can't be sent. `message` is a sentence for the user. */
export class InputError extends BrowserError {}

// With this number the clinic finds the request in its log.
function withNumber(sentence: string, requestId: string | undefined): string {
  return requestId ? `${sentence} If it happens again, tell us this number: ${requestId}.` : sentence
}

/** Tells whether the session has ended or lacks permission. A refusal that the person can resolve in this session is
 *  another matter. */
export function isUnauthorized(error: unknown): boolean {
  if (!(error instanceof ApiError) || questions.includes(error.problem.code)) return false
  return error.problem.status === 401 || error.problem.status === 403
}

/** Tells whether the session has ended. A 401 with another code refuses what was entered, such as a code of an
 *  authenticator app. */
export function isSignedOut(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.problem.status !== 401) return false
  const { code = notSignedIn } = error.problem
  return code === notSignedIn || code === sessionIdle
}

/** Tells whether the session has ended because nobody used it. */
export function isIdleEnd(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === sessionIdle
}

/** Tells whether only a second factor, which the person has not set up, keeps them from it. */
export function isSecondFactorNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === problemCodes.secondFactorNeeded
}

/** Tells whether the person has canceled a request. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Says what went wrong, in a sentence for the user. */
export function messageFor(error: unknown): string {
  if (
    error instanceof ApiError ||
    error instanceof UnreadableError ||
    error instanceof UnansweredError ||
    error instanceof BrowserError
  )
    return error.message
  return 'The clinic’s server could not be reached. Please check your connection and try again.'
}

/** Says why a request that is no form was refused: in the sentence of the first field that the response names, or else
 *  as `messageFor`. */
export function refusalOf(error: unknown): string {
  const [ofField] = error instanceof ApiError ? Object.values(error.problem.errors ?? {}) : []
  return ofField ?? messageFor(error)
}

/** Converts an error response, whatever its body, to a problem. */
export function toProblem(status: number, answer: unknown, headers = new Headers()): Problem {
  const read = problem.safeParse(answer)
  if (read.success) return read.data
  if (status === 429) return ownProblem(status, tooMany(Number(headers.get('retry-after'))))
  const detail = messageOf(answer) ?? 'Something went wrong on our side. Please try again in a minute.'
  return { ...ownProblem(status, detail), requestId: requestIdIn(headers) }
}

/** Returns the id that the server gave the request; undefined if the response is not from it. */
export function requestIdIn(headers: Headers): string | undefined {
  return headers.get(requestIdHeader) ?? undefined
}

function tooMany(seconds: number): string {
  const advice = seconds > 0 ? `wait ${waitInWords(seconds)} and try again` : 'try again later'
  return `Too many attempts. Please ${advice}.`
}

function ownProblem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: 'Refused', status, detail }
}

function messageOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined
  return typeof answer.message === 'string' && answer.message !== '' ? answer.message : undefined
}
