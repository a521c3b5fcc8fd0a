import type { FastifyReply, FastifyRequest } from 'fastify'
import { can, type StaffAction } from '#contract/access/access.ts'
import { isStaff, roles } from '#contract/access/roles.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'
import { unattendedHeader } from '#contract/kit/unattended.ts'
import { confirmationNeeded, refusalOf, unauthenticated } from '#server/access/authorize.ts'
import type { Db } from '#server/database/db.ts'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import type { Caller, Guard, Holder, Identity, Proof } from '#server/http/identity.ts'
import { openQueues } from '#server/http/limits/queues.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Auth, cookiePrefix } from './better-auth.ts'
import { findSessionUser, isIdleSession, touchSession } from './store.ts'
import type { AccessTokens } from './token.ts'
import { webHeaders } from './web-request.ts'

// Over HTTPS the name begins with __Host-. https://www.better-auth.com/docs/concepts/cookies
const sessionCookie = `${cookiePrefix}.session_token=`

/** Runs for each refused call to a route for staff. `caller` is undefined if they are not signed in. */
export type StaffRefused = (request: FastifyRequest, caller: Caller | undefined) => void

type Options = {
  auth: Auth
  tokens: AccessTokens
  db: Db
  /** Tells whether staff must have set up a second factor before they use the permissions of their role. */
  needsSecondFactor: (email: string) => boolean
  onStaffRefused: StaffRefused
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type SessionUser = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>
type Finder<Found> = (request: FastifyRequest) => Promise<Found | undefined>

/** Returns guards that identify callers by access token or session cookie. */
export function createIdentity(options: Options): Identity {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const holders = new WeakMap<FastifyRequest, Holder>()
  const { claimsOf, fromToken, fromCookie, isIdle, isPermitted } = finders(options)

  const either: readonly Proof[] = ['bearer', 'session']
  const orCookie =
    <Found>(byToken: Finder<Found>): Finder<Found | Caller> =>
    (request) =>
      request.headers.authorization ? byToken(request) : fromCookie(request)
  const bearer = guard(['bearer'], fromToken, { found: callers, isIdle })
  const session = guard(['session'], fromCookie, { found: callers, isIdle })
  const caller = (request: FastifyRequest) => identified(callers, request)
  const permitted = permittedBy(options, callers)
  const confirmed = (identify: Guard): Guard => {
    const hook: Hook = async (request, reply) => {
      await identify(request, reply)
      if (!caller(request).isConfirmed) throw confirmationNeeded()
    }
    return Object.assign(hook, { proofs: identify.proofs, action: identify.action })
  }
  const may = permitted(bearer)

  return {
    holder: guard(either, orCookie(claimsOf), { found: holders, isIdle }),
    bearer,
    may,
    mayConfirmed: (action) => confirmed(may(action)),
    mayByTokenOrCookie: permitted(guard(either, orCookie(fromToken), { found: callers, isIdle })),
    session,
    isPermitted,
    inTurn: readsInTurn(caller),
    confirmedSession: confirmed(session),
    maybeSignedIn: (request) => request.headers.cookie?.includes(sessionCookie) ?? false,
    caller,
    holderOf: (request) => identified(holders, request),
  }
}

/** Reads of staff that one account has at once, and those that wait: a browser has six connections to a server, and a
 *  desk may share an account between several. */
export const maxReads = { atOnce: 4, waiting: 60 }
const retrySeconds = 5
const tryAgain = `Please try again in ${waitInWords(retrySeconds)}.`

function readsInTurn(caller: Identity['caller']): Identity['inTurn'] {
  const full = () => new ProblemError(429, `Too many requests at once by your account. ${tryAgain}`)
  const enqueue = openQueues({ atOnce: maxReads.atOnce, maxWaiting: maxReads.waiting, full })
  return async (request, reply, read) => {
    // For a refusal; an answer that was read has none.
    reply.header('retry-after', retrySeconds)
    return enqueue(caller(request).userId, () => {
      reply.removeHeader('retry-after')
      return read()
    })
  }
}

/** Returns a function that adds a permission to a guard. */
function permittedBy({ onStaffRefused }: Options, callers: WeakMap<FastifyRequest, Caller>) {
  return (identify: Guard) =>
    (action: StaffAction): Guard => {
      const hook: Hook = async (request, reply) => {
        try {
          await identify(request, reply)
          const caller = identified(callers, request)
          if (!can(caller, action)) throw refusalOf(caller, action)
        } catch (error) {
          if (error instanceof ProblemError) onStaffRefused(request, callers.get(request))
          throw error
        }
      }
      return Object.assign(hook, { proofs: identify.proofs, action })
    }
}

function finders({ auth, tokens, db, needsSecondFactor }: Options) {
  const named = new WeakMap<FastifyRequest, string>()
  const claimsOf: Finder<Holder> = async ({ headers: { authorization = '' } }) => {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return token === undefined ? undefined : tokens.read(token)
  }
  const used = async (found: SessionUser | undefined, { headers }: FastifyRequest): Promise<Caller | undefined> => {
    if (!found) return undefined
    if (found.isUnused && headers[unattendedHeader] === undefined)
      await touchSession(db, found.sessionId).catch(unlessOutOfReach)
    return withRole(found, needsSecondFactor)
  }
  const fromToken: Finder<Caller> = async (request) => {
    const holder = await claimsOf(request)
    if (holder) named.set(request, holder.sessionId)
    const found = holder && (await findSessionUser(db, holder.sessionId))
    return found?.userId === holder?.userId ? used(found, request) : undefined
  }
  const fromCookie: Finder<Caller> = async (request) => {
    if (!request.headers.cookie) return undefined
    const found = await auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } })
    if (!found) return undefined
    named.set(request, found.session.id)
    return used(await findSessionUser(db, found.session.id), request)
  }
  const isPermitted: Identity['isPermitted'] = async (sessionId, action) => {
    const found = await findSessionUser(db, sessionId)
    return found !== undefined && can(withRole(found, needsSecondFactor), action)
  }
  const isIdle = async (request: FastifyRequest) => {
    const sessionId = named.get(request)
    return sessionId !== undefined && isIdleSession(db, sessionId)
  }
  return { claimsOf, fromToken, fromCookie, isIdle, isPermitted }
}

/** Returns the caller with the role that they may use. This alone takes the permissions of staff away while their
 *  second factor is missing: the row of a session has no `role`, so that nothing else can use the stored one. */
function withRole(
  { isUnused, hasSecondFactor, storedRole, ...caller }: SessionUser,
  needsSecondFactor: Options['needsSecondFactor'],
): Caller {
  const isWithheld = isStaff({ role: storedRole }) && !hasSecondFactor && needsSecondFactor(caller.email)
  if (!isWithheld || storedRole === roles.patient) return { ...caller, role: storedRole, withheldRole: undefined }
  return { ...caller, role: roles.patient, withheldRole: storedRole }
}

// A standby answers reads while there is no primary (docs/decisions/0051). Staff whose use is not noted are signed out
// earlier.
function unlessOutOfReach(error: unknown) {
  if (!isOutOfReach(error)) throw error
}

type Outcome<Found> = {
  found: WeakMap<FastifyRequest, Found>
  /** Tells whether the session of a refused request ended because nobody used it. */
  isIdle: (request: FastifyRequest) => Promise<boolean>
}

function guard<Found>(proofs: readonly Proof[], find: Finder<Found>, { found, isIdle }: Outcome<Found>): Guard {
  const hook: Hook = async (request, reply) => {
    const caller = await find(request)
    if (!caller) {
      reply.header('www-authenticate', 'Bearer')
      throw unauthenticated({ isIdle: await isIdle(request) })
    }
    found.set(request, caller)
  }
  return Object.assign(hook, { proofs, action: undefined })
}

function identified<Found>(found: WeakMap<FastifyRequest, Found>, request: FastifyRequest): Found {
  const caller = found.get(request)
  if (!caller) throw new Error(`${request.routeOptions.url} reads its caller but has no guard`)
  return caller
}
