import { z } from 'zod/mini'
import { totalHeader } from '#contract/kit/list.ts'
import { attempt } from '#web/attempt.ts'
import { ApiError, requestIdIn, toProblem, UnansweredError, UnreadableError } from './errors.ts'
import { sendRequest } from './request.ts'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  token?: string | undefined
  /** Parses an error response by the schema too; one that doesn't match is an ApiError as usual. */
  readsRefusals?: boolean
  /** It is safe to repeat, although it is no GET: it signs in, or reads. */
  savesNothing?: boolean
  /** Aborts the request after this time, as if the server were not reached. */
  timeoutMs?: number
}

/** Sends a request to the server and parses the response by `schema`.
 *  @throws an ApiError when refused, an UnreadableError when `schema` does not match, and when the server is not reached the error of fetch, or an
 *  UnansweredError if the request changes something. */
export async function call<S extends z.ZodMiniType>(
  schema: S,
  path: string,
  options: RequestOptions = {},
): Promise<z.output<S>> {
  return (await request(schema, path, options)).data
}

/** Sends a request whose response body is not needed. @throws the same errors */
export async function send(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
  await request(z.unknown(), path, { method, body })
}

/** Fetches one page of a list: its rows, and the `total` of all pages. Without the total's header the rows are all there are. */
export async function callList<S extends z.ZodMiniType>(row: S, path: string, options: RequestOptions = {}) {
  const { data: rows, headers } = await request(z.array(row), path, options)
  return { rows, total: Number(headers.get(totalHeader) ?? rows.length) }
}

/** Fetches all rows of a list: as long as there are more, a header `Link` leads to the next page (RFC 8288). */
export async function callAll<S extends z.ZodMiniType>(
  row: S,
  path: string,
  options: RequestOptions = {},
): Promise<z.output<S>[]> {
  const rows: z.output<S>[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const page: { data: z.output<S>[]; headers: Headers } = await request(z.array(row), next, options)
    rows.push(...page.data)
    next = /<(\/[^>]*)>; *rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return rows
}

async function request<S extends z.ZodMiniType>(schema: S, path: string, options: RequestOptions) {
  const { method = 'GET', body, token, readsRefusals = false, savesNothing = method === 'GET', timeoutMs } = options
  const sent = sendRequest(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const response = await answered(sent, savesNothing)
  const { headers } = response
  const isProblem = headers.get('content-type')?.includes('problem+json')
  if (response.ok && !isProblem)
    return { data: parseBody(schema, await answered(response.text(), savesNothing), headers), headers }
  const refused = toJson(await response.text().catch(() => ''))
  const parsed = readsRefusals ? schema.safeParse(refused) : undefined
  if (parsed?.success) return { data: parsed.data, headers }
  throw new ApiError(toProblem(response.status, refused, headers))
}

async function answered<Answer>(sent: Promise<Answer>, savesNothing: boolean): Promise<Answer> {
  try {
    return await sent
  } catch (error) {
    throw savesNothing ? error : new UnansweredError({ cause: error })
  }
}

/** Parses the body of a response by `schema`. An empty body is null. @throws UnreadableError */
export function parseBody<S extends z.ZodMiniType>(schema: S, body: string, headers: Headers): z.output<S> {
  const { success, data, error } = schema.safeParse(body === '' ? null : toJson(body))
  if (!success) throw new UnreadableError(requestIdIn(headers), { cause: error })
  return data
}

/** Parses a body; undefined if it is not JSON. */
export function toJson(body: string): unknown {
  return attempt(() => JSON.parse(body))
}
