import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isKeyOf, keyIn } from '../account.ts'
import { type Answer, answerFor, badParameter, refused } from '../errors.ts'
import { eventRecorder } from '../event/event.ts'
import { underFaults } from '../fault/fault.ts'
import { respond } from '../fault/respond.ts'
import { formOf, parseForm } from '../form.ts'
import { newId } from '../ids.ts'
import type { Call } from '../ledger/intent.ts'
import { intentObject } from '../ledger/objects.ts'
import { type ApiCall, apiCalls } from './calls.ts'
import { once } from './once.ts'

type Parts = {
  db: Db
  jobs: Jobs
  log: FastifyBaseLogger
  secretKey: string
  site: string
  /** Called when something may have happened. */
  onChange: () => void
}

const help = 'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.'

/** Stripe's API on a port of its own, which only this machine reaches. */
export async function openApi({ db, jobs, log, secretKey, site, onChange }: Parts) {
  const server = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    // An unknown id is an error of Stripe's, however long it is, and not the router's 414.
    routerOptions: { querystringParser: parseForm, maxParamLength: 1_000 },
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
  server.setErrorHandler<FastifyError>((error, _request, reply) => send(reply, error))

  const send = (reply: FastifyReply, error: Error) => {
    const { status, body } = answerFor(error, log)
    return reply.code(status).send(body)
  }

  for (const { method, path, run } of apiCalls) {
    server.route<{ Params: { id?: string } }>({
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        const requestId = String(reply.getHeader('request-id'))
        const path = request.url.split('?')[0] ?? ''
        const answer = await underFaults(db, path, (slowness) =>
          perform(request, requestId, run, slowness).catch((error) => answerFor(error, log)),
        )
        return respond(reply, answer)
      },
    })
  }

  const perform = async (
    { method, url, params, headers, query, body }: FastifyRequest<{ Params: { id?: string } }>,
    requestId: string,
    run: ApiCall['run'],
    slowness: () => Promise<void>,
  ): Promise<Answer> => {
    const given = formOf(method === 'GET' ? query : body)
    const key = headers['idempotency-key'] ? String(headers['idempotency-key']) : null
    const call: Call = {
      record: eventRecorder(jobs, { id: requestId, idempotency_key: key }),
      site,
      view: (intent) => intentObject(intent, site),
    }
    const work = (tx: Db) => run({ db: tx, id: params.id ?? '', given, call })
    if (method === 'GET' || key === null) {
      await slowness()
      return method === 'GET' ? work(db) : db.transaction(work).finally(onChange)
    }
    if (key.length > 255) throw badParameter('Idempotency-Key', 'An idempotency key may have 255 characters.')
    const fingerprint = hash(JSON.stringify([method, url, given]))
    return once(db, { key, fingerprint, requestId }, work, slowness).finally(onChange)
  }

  await server.listen({ host: '127.0.0.1', port: 0 })
  const { address, port } = server.server.address() as AddressInfo
  return { host: address, port, protocol: 'http' as const, close: () => server.close() }
}

function checkKey(authorization: string | undefined, secretKey: string) {
  if (isKeyOf(authorization, secretKey)) return
  const given = keyIn(authorization)
  if (!given) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
    throw refused(message, {}, 401)
  }
  const shown = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}` : '********'
  throw refused(`Invalid API Key provided: ${shown}`, {}, 401)
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
