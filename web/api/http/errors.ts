import { type Problem, problem } from '#contract/kit/problem.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'

/** The server answered, and the answer was no. `message` is a sentence for the person. */
export class ApiError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** The server's answer is not JSON, or not what this page expects. It tells nothing about whether the request had an effect. */
export class UnreadableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The clinic’s server sent an answer that this page can’t read. Please try again in a minute.', options)
  }
}

/** Refused because the session is over, or because this person has no permission. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.status === 401 || error.problem.status === 403)
}

/** Refused because the session is over. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401
}

/** What went wrong, in a sentence for the person. */
export function messageFor(error: unknown): string {
  if (error instanceof ApiError || error instanceof UnreadableError) return error.message
  return 'The clinic’s server could not be reached. Please check your connection and try again.'
}

/** Reads a refusal, whatever its body is. `retryAfter` is the header of that name, in seconds. */
export function toProblem(status: number, answer: unknown, retryAfter: string | null = null): Problem {
  const read = problem.safeParse(answer)
  if (read.success) return read.data
  if (status === 429) return ownProblem(status, tooMany(Number(retryAfter)))
  return ownProblem(status, messageOf(answer) ?? 'Something went wrong on our side. Please try again in a minute.')
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
