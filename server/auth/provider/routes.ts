import type { FastifyRequest } from 'fastify'
import { signInCalls } from '#contract/calls/sign-in.ts'
import { secondFactorChallenge } from '#contract/sign-in.ts'
import { pages } from '#contract/site/pages.ts'
import { returnPath } from '#contract/site/return-path.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { App } from '#server/http/app-type.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicRoute } from '#server/http/route.ts'
import { relay } from '../relay.ts'
import { webHeaders, webRequest } from '../web-request.ts'
import { callbackPath, type ProviderAuthAt, providerId } from './provider.ts'
import { refusalFor, unreachable } from './refusals.ts'

type Deps = { providerAuthAt: ProviderAuthAt; publicUrl: string; origins: string[]; security: SecurityLog }

/** Registers the routes for sign-in at the provider: the start and the callback. */
export function providerRoutes(app: App, { providerAuthAt, publicUrl, origins, security }: Deps) {
  // The callback needs the cookies of the start, so it must use the same host.
  const originOf = ({ host }: FastifyRequest) => origins.find((origin) => new URL(origin).host === host) ?? publicUrl

  publicRoute(app, signInCalls.signInWithGoogle, async (request, reply) => {
    const origin = originOf(request)
    const auth = await providerAuthAt(origin)
    if (!auth) throw new ProblemError(503, unreachable)
    const response = await auth.handler(startRequest(request, origin, request.body.from))
    if (response.status === 429)
      security.record('sign-in-limited', { kind: 'google', client: clientNetwork(request.ip) })
    return relay(response, reply)
  })

  app.get(
    callbackPath,
    // Not for API clients: the provider redirects browsers here.
    { schema: { hide: true } },
    async (request, reply) => {
      const origin = originOf(request)
      const auth = await providerAuthAt(origin)
      const response = await auth?.handler(webRequest(request, origin))
      const landing = landingPath(response?.headers.get('location'), origin)
      const path = (await isChallenge(response)) ? secondFactorPath(landing) : landing
      if (isRefused(path)) security.record('sign-in-failed', { kind: 'google', client: clientNetwork(request.ip) })
      for (const cookie of response?.headers.getSetCookie() ?? []) reply.header('set-cookie', cookie)
      return reply.redirect(path, 303)
    },
  )
}

// Builds a new body: Better Auth would also accept an ID token from the client's.
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

async function isChallenge(response: Response | undefined) {
  const body: unknown = await response
    ?.clone()
    .json()
    .catch(() => null)
  return secondFactorChallenge.safeParse(body).success
}

function secondFactorPath(from: string) {
  return `${pages.secondFactor}?${new URLSearchParams({ from })}`
}

function isRefused(path: string) {
  return path.startsWith(`${pages.login}?`) && path.includes('refused=')
}

// Drops the error messages of Better Auth and the provider: the login page has its own.
function landingPath(location: string | null | undefined, origin: string): string {
  const login = new URL(pages.login, origin)
  const to = location ? new URL(location, origin) : login
  const error = to.searchParams.get('error')
  const path = to.origin === origin ? returnPath.safeParse(to.pathname + to.search + to.hash).data : undefined
  if (path && location && !(to.pathname === pages.login && error)) return path
  const from = returnPath.safeParse(to.searchParams.get('from')).data
  if (from) login.searchParams.set('from', from)
  login.searchParams.set('refused', refusalFor(error ?? ''))
  return login.pathname + login.search
}
