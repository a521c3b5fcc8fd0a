import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { signInCalls } from '#contract/calls/sign-in.ts'
import { authorize } from '#server/access/authorize.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { publicRoute, route } from '#server/http/route.ts'
import type { Auth } from './better-auth.ts'
import type { PasswordCalls } from './password/calls.ts'
import { relay } from './relay.ts'
import { findSessionUser } from './store.ts'
import { webHeaders, webRequest } from './web-request.ts'

type Deps = {
  auth: Auth
  db: Db
  identity: Identity
  publicUrl: string
  passwordCalls: PasswordCalls
  security: SecurityLog
}

type Forward = (request: FastifyRequest, body?: null) => Promise<Response>

/** Registers the Better Auth calls that the site uses, and no others. */
export function authRoutes(app: App, deps: Deps) {
  const forward: Forward = (request, body) => deps.auth.handler(webRequest(request, deps.publicUrl, body))
  sessionRoutes(app, forward, deps)
  passwordResetRoutes(app, forward, deps)
  emailVerificationRoutes(app, forward, deps)
}

function sessionRoutes(app: App, forward: Forward, { db, passwordCalls, security }: Deps) {
  publicRoute(app, signInCalls.signUp, async (request, reply) =>
    relay(await passwordCalls.signUp(request.ip, () => forward(request)), reply),
  )
  publicRoute(app, signInCalls.signIn, async (request, reply) => {
    const response = await passwordCalls.signIn(request.ip, () => forward(request))
    const event = signInEvents[response.status]
    if (event) {
      const client = clientNetwork(request.ip)
      security.record(event, { kind: 'password', subject: request.body.email, client })
    }
    return relay(response, reply)
  })
  // A body has no schema here, so it is not forwarded: one that is nested too deeply can't even be written again.
  publicRoute(app, signInCalls.signOut, async (request, reply) => relay(await forward(request, null), reply))
  publicRoute(app, signInCalls.getSession, async (request, reply) => {
    const response = await forward(request)
    const found = liveSession.safeParse(
      await response
        .clone()
        .json()
        .catch(() => null),
    ).data
    // Better Auth knows only when a session expires.
    if (found && !(await findSessionUser(db, found.session.id))) return null
    return relay(response, reply)
  })
}

const liveSession = z.object({ session: z.object({ id: z.string() }) })

function passwordResetRoutes(app: App, forward: Forward, { passwordCalls, security }: Deps) {
  publicRoute(app, signInCalls.requestPasswordReset, async (request, reply) => {
    const response = await forward(request)
    if (response.ok) security.record('reset-requested', { subject: request.body.email })
    return relay(response, reply)
  })
  publicRoute(app, signInCalls.resetPassword, async (request, reply) =>
    relay(await passwordCalls.reset(() => forward(request)), reply),
  )
}

function emailVerificationRoutes(app: App, forward: Forward, { auth, identity, publicUrl }: Deps) {
  publicRoute(app, signInCalls.sendVerificationEmail, async (request, reply) => relay(await forward(request), reply))
  route(app, identity, signInCalls.verifyEmail, async (request, reply) => {
    // The link alone is not enough: the email's owner would verify an account that a stranger created with it.
    const { token } = request.body
    authorize(identity.caller(request), 'verify-email', { email: emailIn(token) })
    // Better Auth's own call is a GET with the token in the query, which is no call of this server.
    const url = new URL('/api/auth/verify-email', publicUrl)
    url.searchParams.set('token', token)
    return relay(await auth.handler(new Request(url, { headers: webHeaders(request) })), reply)
  })
}

const signInEvents: Record<number, 'sign-in-failed' | 'sign-in-limited'> = {
  401: 'sign-in-failed',
  429: 'sign-in-limited',
}

const claims = z.object({ email: z.string() })

// Does not verify the token: Better Auth does. No account has an empty email.
function emailIn(token: string): string {
  try {
    return claims.parse(decodeJwt(token)).email
  } catch {
    return ''
  }
}
