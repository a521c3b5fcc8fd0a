import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action, StaffAction } from '#contract/access/access.ts'
import type { Role, StaffRole } from '#contract/access/roles.ts'

/** The authenticated user of a request, with current data from the database. `patientIds`: whose appointments they
 *  see and change, the account's own patient first. `role` is what they may use: 'patient' until staff who need a
 *  second factor have passed it in this session. `withheldRole` is what they get then, and only tells a refusal's
 *  reason. `doctorId`: the doctor whom a dentist's account belongs to. `isConfirmed`: they proved who they are
 *  within the hour. `hasConfirmedEmail`: they have opened a link that was emailed to them. */
export type Caller = {
  userId: string
  sessionId: string
  email: string
  name: string
  patientIds: readonly string[]
  role: Role
  withheldRole: StaffRole | undefined
  doctorId: string | null
  isConfirmed: boolean
  hasConfirmedEmail: boolean
}

/** The user that a session or a token names. */
export type Holder = Pick<Caller, 'userId' | 'sessionId' | 'email'>

/** A kind of credential: an access token, or the session cookie. */
export type Proof = 'bearer' | 'session'

/** A hook that authenticates a request. It answers 401 without a valid proof and 403 if the caller lacks the
 *  permission. */
export type Guard = ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) & {
  /** The accepted proofs; one is enough. */
  proofs: readonly Proof[]
  /** The required permission; undefined if every signed-in user passes. */
  action: Action | undefined
}

/** Guards of routes, and functions that return the user whom a guard has authenticated. */
export type Identity = {
  /** Accepts a bearer token or else the session cookie; an invalid token is rejected even with a valid cookie. Checks
   *  only the signature and the times of a token, so the handler's own statement must require a live session. */
  holder: Guard
  /** Accepts a bearer token only. */
  bearer: Guard
  /** Accepts a bearer token of a caller who has the permission for `action`. */
  may: (action: StaffAction) => Guard
  /** Like `may`, but the caller must have proved who they are within the hour. */
  mayConfirmed: (action: StaffAction) => Guard
  /** Like `may`, but accepts the session cookie too; an invalid token is rejected even with a valid cookie. */
  mayByTokenOrCookie: (action: StaffAction) => Guard
  /** Accepts the session cookie only. */
  session: Guard
  /** Like `session`, but the caller must have proved who they are within the hour. */
  confirmedSession: Guard
  /** Tells whether the session still exists and its user may do `action`. */
  isPermitted: (sessionId: string, action: StaffAction) => Promise<boolean>
  /** Runs a read of the caller in its turn, so that the many requests of one account do not make others wait. Refuses
   *  it with 429 if too many wait. */
  inTurn: <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => Promise<Result> | Result,
  ) => Promise<Result>
  /** Returns whether the request carries a session cookie, valid or not. */
  maybeSignedIn: (request: FastifyRequest) => boolean
  /** Returns the caller whom a guard other than `holder` authenticated. @throws if the route has no such guard */
  caller: (request: FastifyRequest) => Caller
  /** Returns the user whom the guard `holder` authenticated. @throws if the route does not have it */
  holderOf: (request: FastifyRequest) => Holder
}
