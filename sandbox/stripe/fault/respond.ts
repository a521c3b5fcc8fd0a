import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { type ApiResponse, errorResponse } from '../errors.ts'
import { findFaults, takeCall } from './store.ts'

/** Waits as long as the fault of a call says. */
export type Delay = () => Promise<void>

const connectionBroken = Symbol('connection broken')

/** Performs a call of `path` under the configured faults and sends its response, or breaks the connection. `perform`
 *  awaits the given delay after it has reserved the call's idempotency key. */
export async function respond(
  reply: FastifyReply,
  db: Db,
  path: string,
  perform: (delay: Delay) => Promise<ApiResponse>,
): Promise<FastifyReply> {
  const response = await performUnderFaults(db, path, perform)
  if (response === connectionBroken) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  const { status, body, originalRequest } = response
  if (originalRequest) reply.headers({ 'idempotent-replayed': 'true', 'original-request': originalRequest })
  return reply.code(status).send(body)
}

async function performUnderFaults(db: Db, path: string, perform: (delay: Delay) => Promise<ApiResponse>) {
  const { api } = await findFaults(db)
  const applies = api && (api.path === undefined || new URLPattern({ pathname: api.path }).test({ pathname: path }))
  if (!applies || !(await takeCall(db))) return perform(noDelay)
  const { status, delayMs = 0, down, when } = api
  const delay = () => sleep(delayMs)
  const failure = down ? connectionBroken : status && faultResponse(status)
  if (when === 'after') {
    const response = await perform(noDelay)
    await delay()
    return failure ?? response
  }
  if (!failure) return perform(delay)
  await delay()
  return failure
}

async function noDelay() {}

function faultResponse(status: 429 | 500 | 503): ApiResponse {
  if (status !== 429) return errorResponse(status, { type: 'api_error', message: 'An unknown error occurred.' })
  const message = 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.'
  return errorResponse(status, { type: 'invalid_request_error', code: 'rate_limit', message })
}
