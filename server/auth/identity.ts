import type { FastifyReply, FastifyRequest } from 'fastify'
import { can, type StaffAction, toRole } from '#contract/access/access.ts'
import { forbidden, unauthenticated } from '#server/access/authorize.ts'
import type { Db } from '#server/database/db.ts'
import type { Caller, Guard, Holder, Identity, Proof } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Auth, cookiePrefix } from './better-auth.ts'
import { findSessionUser } from './store.ts'
import type { AccessTokens } from './token.ts'
import { webHeaders } from './web-request.ts'

// Over HTTPS the name begins with __Host-. https://www.better-auth.com/docs/concepts/cookies
const sessionCookie = `${cookiePrefix}.session_token=`

/** Runs for each refused call to an admin route. `email` is the caller's, undefined if they are not signed in. */
type OnAdminRefused = (request: FastifyRequest, email: string | undefined) => void

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Finder<Found> = (request: FastifyRequest) => Promise<Found | undefined>

/** Returns guards that identify callers by access token or session cookie. */
export function createIdentity(auth: Auth, tokens: AccessTokens, db: Db, onAdminRefused: OnAdminRefused): Identity {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const holders = new WeakMap<FastifyRequest, Holder>()
  const { claimsOf, fromToken, fromCookie } = finders(auth, tokens, db)

  const permitted =
    (identify: Guard) =>
    (action: StaffAction): Guard => {
      const hook: Hook = async (request, reply) => {
        try {
          await identify(request, reply)
          if (!can(identified(callers, request), action)) throw forbidden(action)
        } catch (error) {
          if (error instanceof ProblemError) onAdminRefused(request, callers.get(request)?.email)
          throw error
        }
      }
      return Object.assign(hook, { proofs: identify.proofs, action })
    }

  const either: readonly Proof[] = ['bearer', 'session']
  const orCookie =
    <Found>(byToken: Finder<Found>): Finder<Found | Caller> =>
    (request) =>
      request.headers.authorization ? byToken(request) : fromCookie(request)
  const bearer = guard(['bearer'], fromToken, callers)

  return {
    holder: guard(either, orCookie(claimsOf), holders),
    bearer,
    may: permitted(bearer),
    mayByTokenOrCookie: permitted(guard(either, orCookie(fromToken), callers)),
    session: guard(['session'], fromCookie, callers),
    maybeSignedIn: (request) => request.headers.cookie?.includes(sessionCookie) ?? false,
    caller: (request) => identified(callers, request),
    holderOf: (request) => identified(holders, request),
  }
}

function finders(auth: Auth, tokens: AccessTokens, db: Db) {
  const claimsOf: Finder<Holder> = async ({ headers: { authorization = '' } }) => {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return token === undefined ? undefined : tokens.read(token)
  }
  const fromToken: Finder<Caller> = async (request) => {
    const holder = await claimsOf(request)
    const found = holder && (await findSessionUser(db, holder.sessionId))
    return found?.userId === holder?.userId ? found : undefined
  }
  const fromCookie: Finder<Caller> = async (request) => {
    if (!request.headers.cookie) return undefined
    const found = await auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } })
    if (!found) return undefined
    const { user, session } = found
    return { userId: user.id, sessionId: session.id, email: user.email, name: user.name, role: toRole(user.role) }
  }
  return { claimsOf, fromToken, fromCookie }
}

function guard<Found>(proofs: readonly Proof[], find: Finder<Found>, found: WeakMap<FastifyRequest, Found>): Guard {
  const hook: Hook = async (request, reply) => {
    const caller = await find(request)
    if (!caller) {
      reply.header('www-authenticate', 'Bearer')
      throw unauthenticated()
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
