import { createHash, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Db } from '#server/database/open.ts'
import { ApiError, badParameter, refused } from '../errors.ts'
import { type Form, parseForm } from '../form.ts'
import { newId } from '../ids.ts'
import type { Call } from '../ledger/intent.ts'
import { intentObject } from '../ledger/objects.ts'
import { type ApiCall, apiCalls } from './calls.ts'
import { once } from './once.ts'

type Parts = {
  db: Db
  log: FastifyBaseLogger
  secretKey: string
  site: string
  /** Called when something may have happened. */
  onChange: () => void
}

const help = 'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.'

/** Stripe's API on a port of its own, which only this machine reaches. */
export async function openApi({ db, log, secretKey, site, onChange }: Parts) {
  const server = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm },
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  )

  server.addHook('onRequest', async (request, reply) => {
    const version = request.headers['stripe-version']
    reply.headers({ 'request-id': newId('req_', 14), ...(version && { 'stripe-version': version }) })
    checkKey(request.headers.authorization, secretKey)
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    return send(reply, refused(`Unrecognized request URL (${request.method}: ${path}). ${help}`, {}, 404))
  })
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (!(error instanceof ApiError) && !(error.statusCode && error.statusCode < 500)) {
      log.error({ name: error.name, code: codeOf(error) }, 'the card sandbox failed')
    }
    return send(reply, error)
  })

  for (const { method, path, run } of apiCalls) {
    server.route<{ Params: { id?: string } }>({
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        const answer = await perform(request, String(reply.getHeader('request-id')), run)
        if (answer.originalRequest) {
          reply.headers({ 'idempotent-replayed': 'true', 'original-request': answer.originalRequest })
        }
        return reply.code(answer.status).send(answer.body)
      },
    })
  }

  const perform = async (
    request: FastifyRequest<{ Params: { id?: string } }>,
    requestId: string,
    run: ApiCall['run'],
  ): ReturnType<typeof once> => {
    const { method, url, params, headers } = request
    const key = headers['idempotency-key']
    const given = formOf(method === 'GET' ? request.query : request.body)
    const cause = { id: requestId, idempotency_key: key ? String(key) : null }
    const call: Call = { cause, site, view: (intent) => intentObject(intent, site) }
    const work = (tx: Db) => run({ db: tx, id: params.id ?? '', given, call })
    if (method === 'GET') return work(db)
    try {
      if (cause.idempotency_key === null) return await db.transaction(work)
      if (cause.idempotency_key.length > 255)
        throw badParameter('Idempotency-Key', 'Idempotency keys may have 255 characters.')
      const fingerprint = hash(JSON.stringify([method, url, given]))
      return await once(db, { key: cause.idempotency_key, fingerprint, requestId }, work)
    } finally {
      onChange()
    }
  }

  await server.listen({ host: '127.0.0.1', port: 0 })
  const { address, port } = server.server.address() as AddressInfo
  return { host: address, port, protocol: 'http' as const, close: () => server.close() }
}

function checkKey(authorization: string | undefined, secretKey: string) {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  const given = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : value
  if (!given) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
    throw refused(message, {}, 401)
  }
  if (timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(secretKey)))) return
  const shown = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}` : '********'
  throw refused(`Invalid API Key provided: ${shown}`, {}, 401)
}

function send(reply: FastifyReply, error: ApiError | FastifyError) {
  if (error instanceof ApiError) return reply.code(error.answer.status).send(error.answer.body)
  const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
  const type = status === 500 ? 'api_error' : 'invalid_request_error'
  const message = status === 500 ? 'An unknown error occurred.' : error.message
  return reply.code(status).send({ error: { type, message } })
}

// What the parsers above made.
function formOf(given: unknown): Form {
  return given && typeof given === 'object' ? (given as Form) : {}
}

function codeOf(error: Error): unknown {
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error ? error.code : undefined
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
