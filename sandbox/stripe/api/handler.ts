import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { basePath } from '../account.ts'
import { type ApiResponse, invalidParameter, toErrorResponse } from '../errors.ts'
import { addEvent } from '../event/event.ts'
import { type Delay, respond } from '../fault/respond.ts'
import { type Form, parseForm } from '../form.ts'
import type { CallContext } from '../ledger/intent.ts'
import { intentObject, publicIntentObject } from '../ledger/objects.ts'
import { once } from './once.ts'

/** A request for a call: its context, the id in its path and its parameters. */
export type CallRequest = CallContext & { id: string; form: Form }

/** A call of the API, with its path below `/v1`. */
export type ApiCall = { method: 'GET' | 'POST'; path: string; run: (call: CallRequest) => Promise<ApiResponse> }

/** Dependencies of calls. */
export type CallDeps = {
  db: Db
  jobs: Jobs
  log: FastifyBaseLogger
  /** The URL of the sandbox's pages. */
  pagesUrl: string
  /** Called after a call that may have added events. */
  onChange: () => void
}

type Request = FastifyRequest<{ Params: { id?: string } }>

/** Returns the route handler of a call. Only servers, which have the secret key, see all fields of intents and use
 *  idempotency keys. */
export function callHandler(
  { db, jobs, log, pagesUrl, onChange }: CallDeps,
  caller: 'server' | 'browser',
  { method, run }: ApiCall,
) {
  const toObject = caller === 'server' ? intentObject : publicIntentObject
  return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '', ...query] = request.url.split('?')
    const form = method === 'GET' ? parseForm(query.join('?')) : formIn(request.body)
    const requestId = String(reply.getHeader('request-id'))
    const key = caller === 'server' ? idempotencyKeyOf(request) : null
    const work = (tx: Db) =>
      run({
        db: tx,
        id: request.params.id ?? '',
        form,
        recordEvent: (type, object, createdAt) =>
          addEvent(tx, jobs, { type, object, request: { id: requestId, idempotency_key: key }, createdAt }),
        toObject: (intent) => toObject(intent, pagesUrl),
        pagesUrl,
      })
    const perform = async (delay: Delay) => {
      if (method === 'POST' && key !== null) {
        const fingerprint = createHash('sha256')
          .update(JSON.stringify([method, request.url, form]))
          .digest('hex')
        return once(db, { key: checkKey(key), fingerprint, requestId }, work, delay).finally(onChange)
      }
      await delay()
      return method === 'GET' ? work(db) : db.transaction(work).finally(onChange)
    }
    return respond(reply, db, path.replace(basePath, ''), (delay) =>
      perform(delay).catch((error) => toErrorResponse(error, log)),
    )
  }
}

function formIn(body: unknown): Form {
  return body && typeof body === 'object' ? (body as Form) : {}
}

function idempotencyKeyOf({ headers }: Request) {
  return headers['idempotency-key'] ? String(headers['idempotency-key']) : null
}

function checkKey(key: string) {
  if (key.length <= 255) return key
  throw invalidParameter('Idempotency-Key', 'An idempotency key may have 255 characters.')
}
