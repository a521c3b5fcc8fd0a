import type { FastifyReply, FastifyRequest } from 'fastify'
import { webAuthnOptions } from '#contract/access/second-factor.ts'
import { secondFactorCalls } from '#contract/calls/second-factor.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { App } from '#server/http/app-type.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { ProblemError } from '#server/http/problem.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute, route } from '#server/http/route.ts'
import type { PasskeyAuth } from './passkey.ts'
import { codeSentences, secondFactorRefusals } from './refusals.ts'
import { relay } from './relay.ts'
import { reportChange, type SecondFactorDeps } from './second-factor/routes.ts'
import { deletePasskey, hasSecondFactor, listPasskeys } from './second-factor/store.ts'
import { webRequest } from './web-request.ts'

export type PasskeyDeps = Pick<SecondFactorDeps, 'db' | 'identity' | 'publicUrl' | 'security' | 'sendMail'> & {
  passkeyAuth: PasskeyAuth
}

/** Registers the routes for passkeys: to list, add and remove them, and to sign in with one. */
export function passkeyRoutes(app: App, deps: PasskeyDeps) {
  listRoutes(app, deps)
  registrationRoutes(app, deps)
  signInRoutes(app, deps)
}

function listRoutes(app: App, deps: PasskeyDeps) {
  const { db, identity } = deps
  route(app, identity, secondFactorCalls.listPasskeys, async (request) => {
    const rows = await listPasskeys(db, identity.caller(request).userId)
    return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? '', createdAt: createdAt.toISOString() }))
  })
  route(app, identity, secondFactorCalls.removePasskey, async (request, reply) => {
    const { userId, email } = identity.caller(request)
    if (!(await deletePasskey(db, userId, request.params.id)))
      throw problemOf(secondFactorRefusals, { reason: 'unknown-passkey' })
    await reportChange(deps, email, 'passkey-removed')
    return reply.code(204).send()
  })
}

// Only in a session that has passed the second factor: whoever knows just the password can't add a passkey of their
// own.
function registrationRoutes(app: App, deps: PasskeyDeps) {
  const { db, identity } = deps
  const requireApp = async (request: FastifyRequest) => {
    requireConfirmedEmail(identity.caller(request))
    if (!(await hasSecondFactor(db, identity.caller(request).userId)))
      throw problemOf(secondFactorRefusals, { reason: 'no-app' })
  }
  route(app, identity, secondFactorCalls.beginPasskey, async (request, reply) => {
    await requireApp(request)
    return relay(await forward(deps, request), reply, codeSentences)
  })
  route(app, identity, secondFactorCalls.addPasskey, async (request, reply) => {
    await requireApp(request)
    const response = await forward(deps, request)
    if (!response.ok) return relay(response, reply, codeSentences)
    await reportChange(deps, identity.caller(request).email, 'passkey-added')
    return reply.code(204).send()
  })
}

function signInRoutes(app: App, deps: PasskeyDeps) {
  publicRoute(app, secondFactorCalls.beginPasskeySignIn, async (request, reply) => {
    const response = await forward(deps, request)
    if (!response.ok) return relay(response, reply, codeSentences)
    copyCookies(response, reply)
    // Better Auth only prefers it.
    return { ...webAuthnOptions.parse(await response.json()), userVerification: 'required' }
  })
  publicRoute(app, secondFactorCalls.signInWithPasskey, async (request, reply) => {
    const response = await forward(deps, request)
    if (!response.ok) deps.security.record('sign-in-failed', { kind: 'passkey', client: clientNetwork(request.ip) })
    return relay(response, reply, codeSentences)
  })
}

async function forward({ passkeyAuth, publicUrl }: PasskeyDeps, request: FastifyRequest): Promise<Response> {
  const auth = await passkeyAuth()
  const response = await auth.handler(webRequest(request, publicUrl))
  // The library answers so to a response that it can't read.
  if (response.status >= 500) throw new ProblemError(400, codeSentences.AUTHENTICATION_FAILED ?? '')
  return response
}

function copyCookies(response: Response, reply: FastifyReply) {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}
