import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/open.ts'
import type { Caller, Guard, Identity } from '#server/http/identity.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Auth } from './better-auth.ts'
import { findSessionUser } from './store.ts'
import type { AccessTokens } from './token.ts'
import { webHeaders } from './web-request.ts'

/** Identity by access token or by Better Auth's session. */
export function identityOf(auth: Auth, tokens: AccessTokens, db: Db): Identity {
  const callers = new WeakMap<FastifyRequest, Caller>()

  const fromToken = async (header: string): Promise<Caller | undefined> => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(header) ?? []
    const claims = await tokens.read(token)
    const found = claims && (await findSessionUser(db, claims.sessionId))
    return found?.userId === claims?.userId ? found : undefined
  }

  const fromCookie = async (request: FastifyRequest): Promise<Caller | undefined> => {
    if (!request.headers.cookie) return undefined
    const found = await auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } })
    if (!found) return undefined
    const { user, session } = found
    return { userId: user.id, sessionId: session.id, email: user.email, name: user.name, role: user.role ?? 'patient' }
  }

  const hook =
    (find: (request: FastifyRequest) => Promise<Caller | undefined>): Guard =>
    async (request, reply) => {
      const caller = await find(request)
      if (!caller) {
        reply.header('www-authenticate', 'Bearer')
        throw new ProblemError(401, 'Please sign in.')
      }
      callers.set(request, caller)
    }

  const fromBearer = async ({ headers: { authorization } }: FastifyRequest) =>
    authorization ? fromToken(authorization) : undefined
  return {
    signedIn: hook((request) => (request.headers.authorization ? fromBearer(request) : fromCookie(request))),
    bearer: hook(fromBearer),
    session: hook(fromCookie),
    caller: (request) => {
      const caller = callers.get(request)
      if (!caller) throw new Error(`${request.routeOptions.url} asks for its caller and has no guard`)
      return caller
    },
  }
}
