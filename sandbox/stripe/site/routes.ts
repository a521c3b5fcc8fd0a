import type { FastifyError, FastifyReply } from 'fastify'
import type { App } from '#server/http/app-type.ts'
import { permissionsPolicy } from '#server/http/security.ts'
import { basePath } from '../account.ts'
import { type CallDeps, callHandler } from '../api/handler.ts'
import { toErrorResponse } from '../errors.ts'
import { formParser, formType } from '../form.ts'
import { newId } from '../ids.ts'
import { cardFrame, challengeFrame } from './frames.ts'
import { openMethods } from './methods.ts'
import { publicCalls } from './public-calls.ts'
import { plainScript, styleSheet } from './script.ts'

const schema = { hide: true }
// A sandboxed frame has an opaque origin. Stripe's frames have another origin than the page, too.
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ')

const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const sharedModules = ['call', 'port']
const stripeModules = ['card-frame', 'card-element', 'elements', 'challenge-dialog', 'stripe']
const scripts = {
  stripe: [...sharedModules, ...stripeModules.map((name) => `stripe/${name}`)],
  card: [...sharedModules, 'card/rules', 'card/style', 'card/card'],
  challenge: [...sharedModules, 'challenge/challenge'],
}

/** Serves what replaces Stripe in the browser: the script, the card field and the bank's page, which are frames, and
 *  the calls of these. */
export async function siteRoutes(app: App, deps: CallDeps) {
  for (const [name, modules] of Object.entries(scripts)) {
    // Made for the first request: what strips the types takes 20 MB.
    let code: string | undefined
    app.get(`${basePath}/${name}.js`, { schema }, (_request, reply) => {
      code ??= plainScript(...modules)
      return sendFile(reply, 'text/javascript', code)
    })
  }
  for (const [name, html] of Object.entries({ card: cardFrame, challenge: challengeFrame })) {
    const css = styleSheet(`${name}/${name}`)
    app.get(`${basePath}/${name}.css`, { schema }, (_request, reply) => sendFile(reply, 'text/css', css))
    app.get(`${basePath}/${name}`, { schema }, (_request, reply) => sendFrame(reply, html))
  }
  await app.register(async (scope: App) => callRoutes(scope, deps))
}

function callRoutes(scope: App, deps: CallDeps) {
  scope.addContentTypeParser(formType, { parseAs: 'string' }, formParser)
  scope.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { status, body } = toErrorResponse(error, deps.log)
    return reply.code(status).send(body)
  })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'request-id': newId('req_', 14), 'cache-control': 'no-store' })
  })
  scope.addHook('onSend', async (_request, reply) => {
    reply.headers(anyOrigin)
  })
  for (const call of publicCalls(openMethods())) {
    scope.route<{ Params: { id?: string } }>({
      method: call.method,
      url: `${basePath}/v1${call.path}`,
      schema,
      // The client secret authorizes these calls; cookies do not count.
      config: { anyOrigin: true },
      handler: callHandler(deps, 'browser', call),
    })
  }
}

function sendFile(reply: FastifyReply, type: string, content: string) {
  const headers = { ...anyOrigin, 'cache-control': 'no-cache' }
  return reply.headers(headers).type(`${type}; charset=utf-8`).serializer(String).send(content)
}

function sendFrame(reply: FastifyReply, html: string) {
  const headers = {
    'content-security-policy': framePolicy,
    'permissions-policy': permissionsPolicy(),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
  return reply.headers(headers).type('text/html; charset=utf-8').serializer(String).send(html)
}
