import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { login, mailRequest, passwordReset, signUp, verification } from '#contract/user.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, ProblemError, sendProblem } from '#server/http/problem.ts'
import { done, liveSession, signedIn, signedOut } from './answers.ts'
import type { Auth } from './better-auth.ts'
import { tooManyMessage } from './guessing/too-many.ts'
import type { PasswordCalls } from './password/calls.ts'
import { webRequest } from './web-request.ts'

type Deps = {
  auth: Auth
  identity: Identity
  publicUrl: string
  passwordCalls: PasswordCalls
  security: SecurityLog
}

const tags = ['sign-in']

/** Those of the sign-in provider's calls that the site uses, and no others. */
export function authRoutes(app: App, deps: Deps) {
  sessionRoutes(app, deps)
  passwordResetRoutes(app, deps)
  verificationRoutes(app, deps)
}

function forwarding({ auth, publicUrl }: Deps) {
  const run = (request: FastifyRequest) => auth.handler(webRequest(request, publicUrl))
  return { run, forward: async (request: FastifyRequest, reply: FastifyReply) => relay(await run(request), reply) }
}

function sessionRoutes(app: App, deps: Deps) {
  const { run, forward } = forwarding(deps)
  const { passwordCalls, security } = deps
  app.post(
    '/api/auth/sign-up/email',
    {
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account and sign in',
        problems: [422],
        body: signUp,
        response: { 200: signedIn },
      },
    },
    async (request, reply) => relay(await passwordCalls.signUp(request.ip, () => run(request)), reply),
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
        response: { 200: signedIn },
      },
    },
    async (request, reply) => {
      const response = await passwordCalls.signIn(request.ip, () => run(request))
      const event = refusedSignIns[response.status]
      if (event) security.record(event, { kind: 'password', requestId: request.id, subject: request.body.email })
      return relay(response, reply)
    },
  )
  app.post(
    '/api/auth/sign-out',
    { schema: { tags, operationId: 'signOut', summary: 'Sign out', response: { 200: signedOut } } },
    forward,
  )
  app.get(
    '/api/auth/get-session',
    {
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Who is signed in, null for nobody',
        response: { 200: liveSession },
      },
    },
    forward,
  )
}

function passwordResetRoutes(app: App, deps: Deps) {
  const { run } = forwarding(deps)
  const { passwordCalls, security } = deps
  app.post(
    '/api/auth/request-password-reset',
    {
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link to a new password',
        body: mailRequest,
        response: { 200: done },
      },
    },
    async (request, reply) => {
      const response = await run(request)
      if (response.ok) security.record('reset-requested', { requestId: request.id, subject: request.body.email })
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
        response: { 200: done },
      },
    },
    async (request, reply) => relay(await passwordCalls.reset(() => run(request)), reply),
  )
}

function verificationRoutes(app: App, deps: Deps) {
  const { forward } = forwarding(deps)
  const { identity } = deps
  app.post(
    '/api/auth/send-verification-email',
    {
      schema: {
        tags,
        operationId: 'sendVerificationEmail',
        summary: 'Ask for a link that confirms the address',
        body: mailRequest,
        response: { 200: done },
      },
    },
    forward,
  )
  app.get(
    '/api/auth/verify-email',
    {
      onRequest: [identity.session],
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Confirm the address by the link',
        problems: [403],
        querystring: verification,
        response: { 200: done },
      },
    },
    async (request, reply) => {
      // Not by the link alone: opened by the owner of an address that a stranger signed up with, it would confirm the stranger's account.
      if (emailIn(request.query.token) !== identity.caller(request).email) {
        throw new ProblemError(403, 'This link belongs to another account.')
      }
      return forward(request, reply)
    },
  )
}

const refusedSignIns: Record<number, 'sign-in-failed' | 'sign-in-limited'> = {
  401: 'sign-in-failed',
  429: 'sign-in-limited',
}

const refusal = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})

/** Passes on what Better Auth answered, without the session's secret; a refusal becomes a problem. */
export async function relay(answer: Response, reply: FastifyReply) {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const retryAfter = answer.headers.get('x-retry-after')
  if (retryAfter) reply.header('retry-after', retryAfter)
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) {
    reply.type('application/json')
    return reply.code(answer.status).send(JSON.stringify(body, withoutSecret))
  }
  const { message, code, errors } = refusal.catch({ message: 'The request was refused.' }).parse(body)
  // Better Auth knows fewer addresses than the contract: none with a '%' or an internationalized top-level domain.
  if (code === 'INVALID_EMAIL' || message.startsWith('[body.email]')) throw invalid({ email: 'Provide a valid Email' })
  // Better Auth's own limits do not say how long to wait.
  if (answer.status === 429 && !code) return sendProblem(reply, 429, tooManyMessage(Number(retryAfter)))
  if (answer.status >= 500) return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
  return sendProblem(reply, answer.status, message, { code, errors })
}

// The session's secret is for the httpOnly cookie alone.
function withoutSecret(key: string, value: unknown) {
  return key === 'token' ? undefined : value
}

// Whether the token is genuine is Better Auth's to find out.
function emailIn(token: string): unknown {
  try {
    return decodeJwt(token).email
  } catch {
    return undefined
  }
}
