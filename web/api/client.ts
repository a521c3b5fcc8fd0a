import { z } from 'zod'
import { totalHeader } from '#contract/kit/list.ts'
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

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  token?: string | undefined
  /** `schema` reads refusals too, whatever their status; a body that it does not fit is a problem as ever. */
  readsRefusals?: boolean
  /** Gives up waiting for an answer, as if the server were not reached. */
  patienceMs?: number
}

/** Asks the server for `path` and reads the answer by `schema`. Throws an ApiError when refused, whatever fetch throws when unreached. */
export async function call<S extends z.ZodType>(schema: S, path: string, options: Call = {}): Promise<z.output<S>> {
  return (await ask(schema, path, options)).answer
}

/** The same for a page of a list: its rows, and the `total` on all pages. Without the header of the total the rows are all there are. */
export async function callList<S extends z.ZodType>(row: S, path: string, options: Call = {}) {
  const { answer, headers } = await ask(z.array(row), path, options)
  return { rows: answer, total: Number(headers.get(totalHeader) ?? answer.length) }
}

async function ask<S extends z.ZodType>(schema: S, path: string, options: Call) {
  const { method = 'GET', body, token, readsRefusals = false, patienceMs } = options
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(patienceMs !== undefined && { signal: AbortSignal.timeout(patienceMs) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  if (response.ok && !isProblem) return { answer: schema.parse(answer), headers: response.headers }
  const refusal = readsRefusals ? schema.safeParse(answer) : undefined
  if (refusal?.success) return { answer: refusal.data, headers: response.headers }
  throw new ApiError(toProblem(response.status, answer, response.headers.get('retry-after')))
}

/** Refused for want of a sign-in that holds, or of the right to see it. */
export function isUnauthorised(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.status === 401 || error.problem.status === 403)
}

/** What went wrong, in a sentence for the person. */
export function sentence(error: unknown): string {
  if (error instanceof ApiError) return error.message
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
