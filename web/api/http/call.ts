import { z } from 'zod/mini'
import { totalHeader } from '#contract/kit/list.ts'
import { ApiError, toProblem, UnreadableError } from './errors.ts'

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  token?: string | undefined
  /** `schema` reads refusals too, whatever their status; a body that it does not fit is a problem as ever. */
  readsRefusals?: boolean
  /** Gives up waiting for an answer, as if the server were not reached. */
  timeoutMs?: number
}

/** Asks the server for `path` and reads the answer by `schema`.
 *  @throws an ApiError when refused, an UnreadableError when `schema` does not fit, what fetch throws when unreached. */
export async function call<S extends z.ZodMiniType>(schema: S, path: string, options: Call = {}): Promise<z.output<S>> {
  return (await ask(schema, path, options)).answer
}

/** The same for a page of a list: its rows, and the `total` on all pages. Without the header of the total the rows are all there are. */
export async function callList<S extends z.ZodMiniType>(row: S, path: string, options: Call = {}) {
  const { answer, headers } = await ask(z.array(row), path, options)
  return { rows: answer, total: Number(headers.get(totalHeader) ?? answer.length) }
}

async function ask<S extends z.ZodMiniType>(schema: S, path: string, options: Call) {
  const { method = 'GET', body, token, readsRefusals = false, timeoutMs } = options
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  if (response.ok && !isProblem) return { answer: read(schema, await response.text()), headers: response.headers }
  const answer = toJson(await response.text().catch(() => ''))
  const refusal = readsRefusals ? schema.safeParse(answer) : undefined
  if (refusal?.success) return { answer: refusal.data, headers: response.headers }
  throw new ApiError(toProblem(response.status, answer, response.headers.get('retry-after')))
}

/** Reads the body of a response by `schema`. An empty body is null. @throws UnreadableError */
export function read<S extends z.ZodMiniType>(schema: S, body: string): z.output<S> {
  const { success, data, error } = schema.safeParse(body === '' ? null : toJson(body))
  if (!success) throw new UnreadableError({ cause: error })
  return data
}

/** Parses a body; undefined if it is not JSON. */
export function toJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
