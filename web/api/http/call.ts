import { z } from 'zod/mini'
import type { ApiCalls } from '#contract/calls/calls.ts'
import type { Received, Sent } from '#contract/kit/call.ts'
import { totalHeader } from '#contract/kit/list.ts'
import { attempt } from '#web/attempt.ts'
import { ApiError, requestIdIn, toProblem, UnansweredError, UnreadableError } from './errors.ts'
import { sendRequest } from './request.ts'

type Address = keyof ApiCalls

interface Options {
  token?: string | undefined
  /** Parses an error response by the schema too; one that doesn't match is an ApiError as usual. */
  readsRefusals?: boolean
  /** It is safe to repeat, although it is no GET: it signs in, or reads. */
  savesNothing?: boolean
  /** Aborts the request after this time, as if the server were not reached. */
  timeoutMs?: number
}

/** A schema that reads the answer to a call. Another one does not compile. */
type Reads<Answer, S extends z.ZodMiniType> = S & (Answer extends z.input<S> ? unknown : { reads: Answer })
type RowOf<Answer> = Answer extends (infer Row)[] ? Row : never

/** Sends a call to the server and parses the response by `schema`.
 *  @throws an ApiError when refused, an UnreadableError when `schema` does not match, and when the server is not
 *  reached the error of fetch, or an UnansweredError if the request changes something. */
export async function call<A extends Address, S extends z.ZodMiniType>(
  address: A,
  schema: Reads<Received<ApiCalls[A]>, S>,
  ...[input]: InputOf<A>
): Promise<z.output<S>> {
  return (await request(address, schema as S, input)).data
}

/** Sends a call whose response body is not needed. @throws the same errors */
export async function send<A extends Address>(address: A, ...[input]: InputOf<A>): Promise<void> {
  await request(address, z.unknown(), input)
}

/** Fetches one page of a list: its rows, and the `total` of all pages. Without the total's header the rows are all
 *  there are. */
export async function callList<A extends Address, S extends z.ZodMiniType>(
  address: A,
  row: Reads<RowOf<Received<ApiCalls[A]>>, S>,
  ...[input]: InputOf<A>
) {
  const { data: rows, headers } = await request(address, z.array(row as S), input)
  return { rows, total: Number(headers.get(totalHeader) ?? rows.length) }
}

/** Fetches all rows of a list: as long as there are more, a header `Link` leads to the next page (RFC 8288). */
export async function callAll<A extends Address, S extends z.ZodMiniType>(
  address: A,
  row: Reads<RowOf<Received<ApiCalls[A]>>, S>,
  ...[input]: InputOf<A>
): Promise<z.output<S>[]> {
  const rows: z.output<S>[] = []
  let page = await request(address, z.array(row as S), input)
  for (;;) {
    rows.push(...page.data)
    const next = /<(\/[^>]*)>; *rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    if (next === undefined) return rows
    page = await requestAt('GET', next, z.array(row as S), input)
  }
}

/** What a call sends, and the options of its request; none of both if it needs nothing. */
type InputOf<A extends Address> =
  object extends Sent<ApiCalls[A]> ? [input?: Sent<ApiCalls[A]> & Options] : [input: Sent<ApiCalls[A]> & Options]

type Input = Options & { params?: unknown; query?: unknown; body?: unknown }

function request<S extends z.ZodMiniType>(address: Address, schema: S, input: Input = {}) {
  const [method = '', path = ''] = address.split(' ')
  return requestAt(method, pathOf(path, input), schema, input)
}

function pathOf(path: string, { params, query }: Input): string {
  const values = new Map(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const text = sent.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text === '' ? filled : `${filled}?${text}`
}

async function requestAt<S extends z.ZodMiniType>(method: string, path: string, schema: S, input: Input = {}) {
  const { body, token, readsRefusals = false, savesNothing = method === 'GET', timeoutMs } = input
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
