import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyError, type FastifyReply } from 'fastify'
import { isAuthorized, keyIn } from '../account.ts'
import { invalidRequest, toErrorResponse } from '../errors.ts'
import { formParser, formType } from '../form.ts'
import { newId } from '../ids.ts'
import { apiCalls } from './calls.ts'
import { type CallDeps, callHandler } from './handler.ts'

const help = 'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.'

/** Serves Stripe's API on a loopback port of its own. */
export async function openApi(secretKey: string, deps: CallDeps) {
  const server = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    // An id of any length gets Stripe's error instead of the router's 414.
    routerOptions: { maxParamLength: 1_000 },
  })
  server.addContentTypeParser(formType, { parseAs: 'string' }, formParser)
  server.addHook('onRequest', async (request, reply) => {
    const version = request.headers['stripe-version']
    reply.headers({ 'request-id': newId('req_', 14), ...(version && { 'stripe-version': version }) })
    checkSecretKey(request.headers.authorization, secretKey)
  })
  const sendError = (reply: FastifyReply, error: Error) => {
    const { status, body } = toErrorResponse(error, deps.log)
    return reply.code(status).send(body)
  }
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    return sendError(reply, invalidRequest(`Unrecognized request URL (${request.method}: ${path}). ${help}`, {}, 404))
  })
  server.setErrorHandler<FastifyError>((error, _request, reply) => sendError(reply, error))
  for (const call of apiCalls) {
    server.route({ method: call.method, url: `/v1${call.path}`, handler: callHandler(deps, 'server', call) })
  }

  await server.listen({ host: '127.0.0.1', port: 0 })
  const { address, port } = server.server.address() as AddressInfo
  return { host: address, port, protocol: 'http' as const, close: () => server.close() }
}

function checkSecretKey(authorization: string | undefined, secretKey: string) {
  if (isAuthorized(authorization, secretKey)) return
  const key = keyIn(authorization)
  if (!key) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
    throw invalidRequest(message, {}, 401)
  }
  const redacted = key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '********'
  throw invalidRequest(`Invalid API Key provided: ${redacted}`, {}, 401)
}
