import type { z } from 'zod/mini'
import type { StaffAction } from '../access/access.ts'

type Schema = z.core.$ZodType

/** The credential that a call requires. `token`: an access token; `cookie`: a session cookie; `confirmed-cookie`: a
 *  session cookie, and a proof of identity within the hour; `token-or-cookie`: either, and the route's own statement
 *  requires a live session. `staff`: an access token with the permission for the action; `confirmed` adds the proof
 *  within the hour, `byCookie` accepts the cookie too. */
export type Access =
  | 'everyone'
  | 'token'
  | 'cookie'
  | 'confirmed-cookie'
  | 'token-or-cookie'
  | { staff: StaffAction; confirmed?: true; byCookie?: true }

/** A call of the API, for the route that answers it and the pages that make it. A path names its parameters with a
 *  colon. `answers` has a schema for each status that is no problem, the lowest of which is that of a success.
 *  `problems`: the statuses of its refusals, in addition to those of its guard and of all routes. `ifUncertain`: what
 *  the caller reads when the server can't tell whether it made the change. */
export type Call = {
  /** Its key, which is its operation id in /openapi.json. */
  id: string
  tag: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  answers: { readonly [status: number]: Schema }
  problems?: readonly number[]
  ifUncertain?: string
}

/** Calls by their ids. */
export type Calls = Record<string, Call>

type Described = Omit<Call, 'id' | 'tag'>
/** Refuses what no call has, such as a misspelt name. */
type Exact<D> = { [Id in keyof D]: { [Name in Exclude<keyof D[Id], keyof Described>]: never } }

/** Returns the calls of a tag. The key of each is its id. */
export function calls<const D extends Record<string, Described>>(tag: string, described: D & Exact<D>) {
  const entries = Object.entries<Described>(described)
  const added = Object.fromEntries(entries.map(([id, call]) => [id, { ...call, id, tag }]))
  return added as { [Id in keyof D]: D[Id] & Pick<Call, 'id' | 'tag'> }
}

type Part = 'params' | 'query' | 'body'
type SchemaAt<C extends Call, P extends Part> = C extends { [Name in P]: infer S extends Schema } ? S : never
type PartsOf<C extends Call> = { [P in Part]: C extends { [Name in P]: Schema } ? P : never }[Part]
type OptionalPartsOf<C extends Call> = {
  [P in PartsOf<C>]: object extends z.input<SchemaAt<C, P>> ? P : never
}[PartsOf<C>]

/** The status of a success. */
export type SuccessOf<C extends Call> = Extract<keyof C['answers'], 200 | 201 | 204>

/** What a page sends. */
export type Sent<C extends Call> = {
  [P in Exclude<PartsOf<C>, OptionalPartsOf<C>>]: z.input<SchemaAt<C, P>>
} & { [P in OptionalPartsOf<C>]?: z.input<SchemaAt<C, P>> }

/** What a route gets of a request. */
export type Taken<C extends Call, P extends Part> = C extends { [Name in P]: Schema }
  ? z.output<SchemaAt<C, P>>
  : undefined

/** What a route answers with a status, before it is written as JSON. */
export type Answered<C extends Call, Status extends keyof C['answers']> = z.input<C['answers'][Status]>

/** What a page gets of a success. An empty body is null. */
export type Received<C extends Call> = C['answers'] extends { 204: Schema }
  ? null
  : z.output<C['answers'][SuccessOf<C>]>
