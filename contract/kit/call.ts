import type { z } from 'zod/mini'
import type { StaffAction } from '../access/access.ts'

type Schema = z.core.$ZodType

/** Who may make a call. `token`: an access token; `cookie`: the session's cookie; `token-or-cookie`: either, and the statement of the route
 *  requires a live session itself. `staff`: an access token of somebody who may do the action. With `confirmed` they proved who they are within
 *  the hour; with `byCookie` the cookie counts as well. */
export type Access =
  | 'everyone'
  | 'token'
  | 'cookie'
  | 'confirmed-cookie'
  | 'token-or-cookie'
  | { staff: StaffAction; confirmed?: true; byCookie?: true }

/** A call of the API, for the route that answers it and the pages that make it. A path names its parameters with a colon. `answers` has a schema
 *  for each status without a problem, of which the first is that of a success. `received` is what pages read instead, where they are more
 *  lenient than the server is with itself. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  answers: { readonly [status: number]: Schema }
  received?: Schema
}

/** The calls of a resource, by their operation ids. */
export type Calls = Record<string, Call>

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined
type At<C extends Call, Part extends keyof Call> = C extends { [P in Part]: infer S } ? S : undefined

/** The statuses of an answer that is a success. */
export type SuccessOf<C extends Call> = Extract<keyof C['answers'], 200 | 201 | 202 | 204>

/** What a page sends. */
export type Sent<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as At<C, Part> extends Schema ? Part : never]: In<At<C, Part>>
}

/** What a route gets of a request. */
export type Taken<C extends Call, Part extends 'params' | 'query' | 'body'> = Out<At<C, Part>>

/** What a route answers with a status, before it is written. */
export type Answered<C extends Call, Status extends keyof C['answers']> = In<C['answers'][Status]>

/** What a page reads of a success. */
export type Received<C extends Call> =
  At<C, 'received'> extends Schema ? Out<At<C, 'received'>> : Out<C['answers'][SuccessOf<C>]>
