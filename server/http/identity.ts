import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action, Role, StaffAction } from '#contract/access/access.ts'

/** Who is calling, as the database has it at this moment. */
export type Caller = { userId: string; sessionId: string; email: string; name: string; role: Role }

/** Whom a session or a token names. */
export type Holder = Pick<Caller, 'userId' | 'sessionId' | 'email'>

/** What proves who is calling: an access token, or the session cookie. */
export type Proof = 'bearer' | 'session'

/** A hook that finds out who is calling and answers 401 when nobody is, 403 when it is somebody who may not. */
export type Guard = ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) & {
  /** Any one of these is enough. */
  proofs: readonly Proof[]
  /** What the caller must be allowed to do; undefined if everybody who is signed in passes. */
  action: Action | undefined
}

/** Guards for the routes that only some may call, and `caller`, which tells their handlers who it is. */
export type Identity = {
  /** A bearer token, or else the session cookie; an invalid token is rejected even with a valid cookie. Of a token only the signature
   *  and the times are checked: the statement that acts for its `holder` must require that the session still lives. */
  holder: Guard
  /** A bearer token only. */
  bearer: Guard
  /** A bearer token of a caller who may do `action` at this moment. */
  may: (action: StaffAction) => Guard
  /** The same by bearer token or else by session cookie; an invalid token is rejected even with a valid cookie. */
  mayByTokenOrCookie: (action: StaffAction) => Guard
  /** The sign-in provider's own session, by cookie only. */
  session: Guard
  /** Tells whether the request carries a session cookie, valid or not. */
  maybeSignedIn: (request: FastifyRequest) => boolean
  /** The caller that one of the guards but `holder` let in. @throws when the route has none of them. */
  caller: (request: FastifyRequest) => Caller
  /** Whom `holder` let in. @throws when the route doesn't have it. */
  holderOf: (request: FastifyRequest) => Holder
}
