import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who is calling, as the database has it at this moment. */
export type Caller = { userId: string; sessionId: string; email: string; name: string; role: string }

/** A hook that finds out who is calling and answers 401 when nobody is. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Guards for the routes that only some may call, and `caller`, which tells their handlers who it is. */
export type Identity = {
  /** A bearer token, or else the session cookie. A bad token is not forgiven for a good cookie. */
  signedIn: Guard
  /** A bearer token only. */
  bearer: Guard
  /** The sign-in provider's own session, by cookie only. */
  session: Guard
  /** @throws when the route has none of the guards. */
  caller: (request: FastifyRequest) => Caller
}
