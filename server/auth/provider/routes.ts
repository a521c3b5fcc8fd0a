import type { FastifyReply, FastifyRequest } from 'fastify'
import { pages } from '#contract/pages.ts'
import { providerSignIn, type Refusal } from '#contract/sign-in.ts'
import type { App } from '#server/http/app-type.ts'
import { ProblemError } from '#server/http/problem.ts'
import { relay } from '../routes.ts'
import { webHeaders, webRequest } from '../web-request.ts'
import { callbackPath, type OpenProvider, providerId } from './provider.ts'

type Parts = { open: OpenProvider; publicUrl: string; origins: string[] }

/** Signing in at the provider: the call that begins it, and the one that the browser comes back to. */
export function providerRoutes(app: App, { open, publicUrl, origins }: Parts) {
  // The cookies of a sign-in hold for the host that it began at, so it must come back there.
  const originOf = ({ host }: FastifyRequest) => origins.find((origin) => new URL(origin).host === host) ?? publicUrl

  const tags = ['sign-in']
  app.post(`/api/auth/sign-in/${providerId}`, { schema: { tags, body: providerSignIn } }, async (request, reply) => {
    const origin = originOf(request)
    const auth = await open(origin)
    if (!auth) throw new ProblemError(503, 'Google can’t be reached at the moment. Please try again in a minute.')
    return relay(await auth.handler(startRequest(request, origin, request.body.from)), reply)
  })

  app.get(callbackPath, { schema: { tags } }, async (request, reply) => {
    const origin = originOf(request)
    const auth = await open(origin)
    const answer = await auth?.handler(webRequest(request, origin))
    return sendBack(reply, origin, answer)
  })
}

// The body is ours from beginning to end: Better Auth would also take an ID token there, in place of the whole way.
function startRequest(request: FastifyRequest, origin: string, from: string) {
  const headers = webHeaders(request)
  headers.set('content-type', 'application/json')
  const errorCallbackURL = new URL(pages.login, origin)
  errorCallbackURL.searchParams.set('from', from)
  const body = {
    provider: providerId,
    callbackURL: new URL(from, origin).href,
    errorCallbackURL: errorCallbackURL.href,
    disableRedirect: true,
  }
  const url = new URL('/api/auth/sign-in/social', origin)
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

function sendBack(reply: FastifyReply, origin: string, answer: Response | undefined) {
  for (const cookie of answer?.headers.getSetCookie() ?? []) reply.header('set-cookie', cookie)
  const { pathname, search } = landing(answer?.headers.get('location'), origin)
  return reply.header('cache-control', 'no-store').redirect(pathname + search, 303)
}

// Better Auth's reasons, and what the provider writes beside them, stay here: the login screen has sentences of its own.
function landing(location: string | null | undefined, origin: string): URL {
  const login = new URL(pages.login, origin)
  const to = location ? new URL(location, origin) : login
  const error = to.searchParams.get('error')
  if (to.origin === origin && location && !(to.pathname === pages.login && error)) return to
  const from = to.searchParams.get('from')
  if (from) login.searchParams.set('from', from)
  login.searchParams.set('refused', refusals[error ?? ''] ?? 'failed')
  return login
}

const refusals: Record<string, Refusal> = {
  access_denied: 'cancelled',
  email_not_found: 'unverified',
  account_not_linked: 'password-account',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
}
