import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who is calling, as the database has it at this moment. */
export type Caller = { userId: string; sessionId: string; email: string; name: string; role: string }

/** Whom a session or a token names. */
export type Holder = Pick<Caller, 'userId' | 'sessionId' | 'email'>

/** A hook that finds out who is calling and answers 401 when nobody is, 403 when it is somebody who may not. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Guards for the routes that only some may call, and `caller`, which tells their handlers who it is. */
export type Identity = {
  /** A bearer token, or else the session cookie; a bad token is not forgiven for a good cookie. Of a token only the signature
   *  and the times are checked: the statement that acts for its `holder` must require that the session still lives. */
  holder: Guard
  /** A bearer token only. */
  bearer: Guard
  /** A bearer token of somebody who is an admin at this moment. */
  admin: Guard
  /** An admin, by bearer token or else by session cookie; an invalid token is rejected even with a valid cookie. */
  adminByTokenOrCookie: Guard
  /** The sign-in provider's own session, by cookie only. */
  session: Guard
  /** Does the request carry a session's cookie? Whether it still holds is not looked at. */
  maybeSignedIn: (request: FastifyRequest) => boolean
  /** The caller that one of the guards but `holder` let in. @throws when the route has none of them. */
  caller: (request: FastifyRequest) => Caller
  /** Whom `holder` let in. @throws when the route doesn't have it. */
  holderOf: (request: FastifyRequest) => Holder
}
