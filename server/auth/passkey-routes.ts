import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newPasskey, passkey, passkeySignIn, webAuthnOptions } from '#contract/access/second-factor.ts'
import { deviceId } from '#contract/account.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { App } from '#server/http/app-type.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { ProblemError } from '#server/http/problem.ts'
import { noBody, signInResponse } from './answers.ts'
import type { PasskeyAuth } from './passkey.ts'
import { relay } from './relay.ts'
import { refused, sentences } from './second-factor/refusals.ts'
import { reportChange, type SecondFactorDeps } from './second-factor/routes.ts'
import { deletePasskey, hasSecondFactor, listPasskeys } from './second-factor/store.ts'
import { webRequest } from './web-request.ts'

export type PasskeyDeps = Pick<SecondFactorDeps, 'db' | 'identity' | 'publicUrl' | 'security' | 'sendMail'> & {
  passkeyAuth: PasskeyAuth
}

const tags = ['second factor']

/** Registers the routes for passkeys: to list, add and remove them, and to sign in with one. */
export function passkeyRoutes(app: App, deps: PasskeyDeps) {
  listRoutes(app, deps)
  registrationRoutes(app, deps)
  signInRoutes(app, deps)
}

function listRoutes(app: App, deps: PasskeyDeps) {
  const { db, identity } = deps
  app.get(
    '/api/auth/passkeys',
    {
      onRequest: [identity.session],
      schema: { tags, operationId: 'listPasskeys', summary: 'The passkeys', response: { 200: z.array(passkey) } },
    },
    async (request) => {
      const rows = await listPasskeys(db, identity.caller(request).userId)
      return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? '', createdAt: createdAt.toISOString() }))
    },
  )
  app.delete(
    '/api/auth/passkeys/:id',
    {
      onRequest: [identity.confirmedSession],
      schema: {
        tags,
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        problems: [403, 404],
        params: deviceId,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { userId, email } = identity.caller(request)
      if (!(await deletePasskey(db, userId, request.params.id))) throw refused('unknown-passkey')
      await reportChange(deps, email, 'passkey-removed')
      return reply.code(204).send()
    },
  )
}

// Only in a session that has passed the second factor: whoever knows just the password can't add a passkey of their own.
function registrationRoutes(app: App, deps: PasskeyDeps) {
  const { db, identity } = deps
  const onRequest = [identity.confirmedSession]
  const requireApp = async (request: FastifyRequest) => {
    requireConfirmedEmail(identity.caller(request))
    if (!(await hasSecondFactor(db, identity.caller(request).userId))) throw refused('no-app')
  }
  app.get(
    '/api/auth/passkey/generate-register-options',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'beginPasskey',
        summary: 'Begin to add a passkey',
        problems: [403, 409],
        response: { 200: webAuthnOptions },
      },
    },
    async (request, reply) => {
      await requireApp(request)
      return relay(await forward(deps, request), reply, sentences)
    },
  )
  app.post(
    '/api/auth/passkey/verify-registration',
    {
      onRequest,
      schema: {
        tags,
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        problems: [401, 403, 409],
        body: newPasskey,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      await requireApp(request)
      const response = await forward(deps, request)
      if (!response.ok) return relay(response, reply, sentences)
      await reportChange(deps, identity.caller(request).email, 'passkey-added')
      return reply.code(204).send()
    },
  )
}

function signInRoutes(app: App, deps: PasskeyDeps) {
  app.get(
    '/api/auth/passkey/generate-authenticate-options',
    {
      schema: {
        tags,
        operationId: 'beginPasskeySignIn',
        summary: 'Begin to sign in with a passkey',
        response: { 200: webAuthnOptions },
      },
    },
    async (request, reply) => {
      const response = await forward(deps, request)
      if (!response.ok) return relay(response, reply, sentences)
      copyCookies(response, reply)
      // Better Auth only prefers it.
      return { ...webAuthnOptions.parse(await response.json()), userVerification: 'required' }
    },
  )
  app.post(
    '/api/auth/passkey/verify-authentication',
    {
      schema: {
        tags,
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        problems: [401],
        body: passkeySignIn,
        response: { 200: signInResponse },
      },
    },
    async (request, reply) => {
      const response = await forward(deps, request)
      if (!response.ok) deps.security.record('sign-in-failed', { kind: 'passkey', client: clientNetwork(request.ip) })
      return relay(response, reply, sentences)
    },
  )
}

async function forward({ passkeyAuth, publicUrl }: PasskeyDeps, request: FastifyRequest): Promise<Response> {
  const auth = await passkeyAuth()
  const response = await auth.handler(webRequest(request, publicUrl))
  // The library answers so to a response that it can't read.
  if (response.status >= 500) throw new ProblemError(400, sentences.AUTHENTICATION_FAILED ?? '')
  return response
}

function copyCookies(response: Response, reply: FastifyReply) {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
}
