import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { login, mailRequest, passwordReset, signUp, verification } from '#contract/user.ts'
import { authorize } from '#server/access/authorize.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { sessionResponse, signInResponse, signOutResponse, statusResponse } from './answers.ts'
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

const tags = ['sign-in']

function sessionRoutes(app: App, forward: Forward, { db, passwordCalls, security }: Deps) {
  app.post(
    '/api/auth/sign-up/email',
    {
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account and sign in',
        problems: [422],
        body: signUp,
        response: { 200: signInResponse },
      },
    },
    async (request, reply) => relay(await passwordCalls.signUp(request.ip, () => forward(request)), reply),
  )
  app.post(
    '/api/auth/sign-in/email',
    {
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in by password',
        problems: [401],
        body: login,
        response: { 200: signInResponse },
      },
    },
    async (request, reply) => {
      const response = await passwordCalls.signIn(request.ip, () => forward(request))
      const event = signInEvents[response.status]
      if (event) {
        const client = clientNetwork(request.ip)
        security.record(event, { kind: 'password', subject: request.body.email, client })
      }
      return relay(response, reply)
    },
  )
  app.post(
    '/api/auth/sign-out',
    { schema: { tags, operationId: 'signOut', summary: 'Sign out', response: { 200: signOutResponse } } },
    // A body has no schema here, so it is not forwarded: one that is nested too deeply can't even be written again.
    async (request, reply) => relay(await forward(request, null), reply),
  )
  app.get(
    '/api/auth/get-session',
    {
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Who is signed in, null for nobody',
        response: { 200: sessionResponse },
      },
    },
    async (request, reply) => {
      const response = await forward(request)
      const found = liveSession.safeParse(
        await response
          .clone()
          .json()
          .catch(() => null),
      ).data
      // Better Auth knows only when a session expires.
      if (found && !(await findSessionUser(db, found.session.id))) return reply.send(null)
      return relay(response, reply)
    },
  )
}

const liveSession = z.object({ session: z.object({ id: z.string() }) })

function passwordResetRoutes(app: App, forward: Forward, { passwordCalls, security }: Deps) {
  app.post(
    '/api/auth/request-password-reset',
    {
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link to a new password',
        body: mailRequest,
        response: { 200: statusResponse },
      },
    },
    async (request, reply) => {
      const response = await forward(request)
      if (response.ok) security.record('reset-requested', { subject: request.body.email })
      return relay(response, reply)
    },
  )
  app.post(
    '/api/auth/reset-password',
    {
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Choose a new password by the link',
        body: passwordReset,
        response: { 200: statusResponse },
      },
    },
    async (request, reply) => relay(await passwordCalls.reset(() => forward(request)), reply),
  )
}

function emailVerificationRoutes(app: App, forward: Forward, { auth, identity, publicUrl }: Deps) {
  app.post(
    '/api/auth/send-verification-email',
    {
      schema: {
        tags,
        operationId: 'sendVerificationEmail',
        summary: 'Ask for a link that confirms the address',
        body: mailRequest,
        response: { 200: statusResponse },
      },
    },
    async (request, reply) => relay(await forward(request), reply),
  )
  app.post(
    '/api/auth/verify-email',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Confirm the address by the link',
        problems: [403],
        body: verification,
        response: { 200: statusResponse },
      },
    },
    async (request, reply) => {
      // The link alone is not enough: the email's owner would verify an account that a stranger created with it.
      const { token } = request.body
      authorize(identity.caller(request), 'verify-email', { email: emailIn(token) })
      // Better Auth's own call is a GET with the token in the query, which is no call of this server.
      const url = new URL('/api/auth/verify-email', publicUrl)
      url.searchParams.set('token', token)
      return relay(await auth.handler(new Request(url, { headers: webHeaders(request) })), reply)
    },
  )
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
