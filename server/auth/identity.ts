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

// https://www.better-auth.com/docs/concepts/cookies: the prefix, with __Host- before it over HTTPS.
const sessionCookie = `${cookiePrefix}.session_token=`

/** Called for each refused call to an admin route, with the caller's email if they are signed in. */
type OnAdminRefused = (request: FastifyRequest, email: string | undefined) => void

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Identity by access token or by Better Auth's session. */
export function createIdentity(auth: Auth, tokens: AccessTokens, db: Db, onAdminRefused: OnAdminRefused): Identity {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const holders = new WeakMap<FastifyRequest, Holder>()
  const { claimed, fromToken, fromCookie } = finders(auth, tokens, db)

  const permitted =
    (find: Guard) =>
    (action: StaffAction): Guard => {
      const hook: Hook = async (request, reply) => {
        try {
          await find(request, reply)
          if (!can(recall(callers, request), action)) throw forbidden(action)
        } catch (error) {
          if (error instanceof ProblemError) onAdminRefused(request, callers.get(request)?.email)
          throw error
        }
      }
      return Object.assign(hook, { proofs: find.proofs, action })
    }

  const either: readonly Proof[] = ['bearer', 'session']
  const bearer = guard(['bearer'], fromToken, callers)
  const tokenOrCookie = guard(
    either,
    (request) => (request.headers.authorization ? fromToken : fromCookie)(request),
    callers,
  )

  return {
    holder: guard(
      either,
      (request) => (request.headers.authorization ? claimed(request) : fromCookie(request)),
      holders,
    ),
    bearer,
    may: permitted(bearer),
    mayByTokenOrCookie: permitted(tokenOrCookie),
    session: guard(['session'], fromCookie, callers),
    maybeSignedIn: (request) => request.headers.cookie?.includes(sessionCookie) ?? false,
    caller: (request) => recall(callers, request),
    holderOf: (request) => recall(holders, request),
  }
}

function finders(auth: Auth, tokens: AccessTokens, db: Db) {
  const claimed = async ({ headers: { authorization = '' } }: FastifyRequest): Promise<Holder | undefined> => {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? []
    return token === undefined ? undefined : tokens.read(token)
  }
  const fromToken = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const holder = await claimed(request)
    const found = holder && (await findSessionUser(db, holder.sessionId))
    return found?.userId === holder?.userId ? found : undefined
  }
  const fromCookie = async (request: FastifyRequest): Promise<Caller | undefined> => {
    if (!request.headers.cookie) return undefined
    const found = await auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } })
    if (!found) return undefined
    const { user, session } = found
    return { userId: user.id, sessionId: session.id, email: user.email, name: user.name, role: toRole(user.role) }
  }
  return { claimed, fromToken, fromCookie }
}

function guard<Found>(
  proofs: readonly Proof[],
  find: (request: FastifyRequest) => Promise<Found | undefined>,
  found: WeakMap<FastifyRequest, Found>,
): Guard {
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

function recall<Found>(found: WeakMap<FastifyRequest, Found>, request: FastifyRequest): Found {
  const caller = found.get(request)
  if (!caller) throw new Error(`${request.routeOptions.url} asks for its caller but has no guard`)
  return caller
}
