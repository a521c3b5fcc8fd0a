import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { login, mailRequest, passwordReset, signUp, verification } from '#contract/user.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { ProblemError, sendProblem } from '#server/http/problem.ts'
import type { Auth } from './better-auth.ts'
import { webRequest } from './web-request.ts'

type Parts = { auth: Auth; identity: Identity; publicUrl: string }

/** The sign-in provider's own calls, those of them that the site uses and no others. */
export function authRoutes(app: App, { auth, identity, publicUrl }: Parts) {
  const forward = async (request: FastifyRequest, reply: FastifyReply) =>
    relay(await auth.handler(webRequest(request, publicUrl)), reply)

  const tags = ['sign-in']
  app.post('/api/auth/sign-up/email', { schema: { tags, body: signUp } }, forward)
  app.post('/api/auth/sign-in/email', { schema: { tags, body: login } }, forward)
  app.post('/api/auth/sign-out', { schema: { tags } }, forward)
  app.get('/api/auth/get-session', { schema: { tags } }, forward)
  app.post('/api/auth/request-password-reset', { schema: { tags, body: mailRequest } }, forward)
  app.post('/api/auth/reset-password', { schema: { tags, body: passwordReset } }, forward)
  app.post('/api/auth/send-verification-email', { schema: { tags, body: mailRequest } }, forward)
  app.get(
    '/api/auth/verify-email',
    { onRequest: [identity.session], schema: { tags, querystring: verification } },
    async (request, reply) => {
      // Not by the link alone: opened by the owner of an address that a stranger signed up with, it would confirm the stranger's account.
      if (emailIn(request.query.token) !== identity.caller(request).email) {
        throw new ProblemError(403, 'This link belongs to another account.')
      }
      return forward(request, reply)
    },
  )
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
    reply.header('cache-control', 'no-store').type('application/json')
    return reply.code(answer.status).send(JSON.stringify(body, withoutSecret))
  }
  const { message, code, errors } = refusal.catch({ message: 'The request was refused.' }).parse(body)
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
