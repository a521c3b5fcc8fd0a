import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#server/database/db.ts'
import { type Answer, answerWith } from '../errors.ts'
import { findFaults, takeCall } from './store.ts'

const count = z.int().min(1).max(1_000)

/** What can be made to go wrong. Whatever is left out goes well. */
export const faultSettings = z.strictObject({
  /** On the way of events: they come late, get lost (all, or the next so many), come so many times more, or two change places. */
  webhooks: z
    .strictObject({
      delayMs: z.int().min(0).max(3_600_000),
      drop: z.union([z.literal('all'), count]),
      duplicate: z.int().min(0).max(100),
      reorder: z.boolean(),
    })
    .partial()
    .default({}),
  /** The API: it answers late, with an error, or not at all (`down`), before or after the work is done; for the next so many calls, or
   *  until this is set anew; for every call, or for those of a path such as `/v1/payment_intents/:id/confirm`. */
  api: z
    .strictObject({
      status: z.union([z.literal(429), z.literal(500), z.literal(503)]).optional(),
      delayMs: z.int().min(0).max(60_000).optional(),
      down: z.boolean().optional(),
      when: z.enum(['before', 'after']).default('before'),
      next: count.optional(),
      path: z.string().max(200).refine(isPattern, { error: 'a path such as /v1/refunds' }).optional(),
    })
    .nullable()
    .default(null),
})

/** Told to a caller that gets no answer. */
export const noAnswer = Symbol('no answer')

/** Answers a call as the faults that are set would have it. `work` does it; what it is handed is to be awaited once the call counts as
 *  begun, and takes as long as a call that is slow before its work is done. `noAnswer`: the connection is to break. */
export async function underFaults(
  db: Db,
  path: string,
  work: (slowness: () => Promise<void>) => Promise<Answer>,
): Promise<Answer | typeof noAnswer> {
  const { api } = await findFaults(db)
  const hit = api && (api.path === undefined || new URLPattern({ pathname: api.path }).test({ pathname: path }))
  if (!hit || !(await takeCall(db))) return work(async () => {})
  const { status, delayMs = 0, down, when } = api
  const wait = async () => {
    if (delayMs > 0) await pause(delayMs)
  }
  const broken = down ? noAnswer : status && faultAnswer(status)
  if (when === 'after') {
    const answer = await work(async () => {})
    await wait()
    return broken ?? answer
  }
  if (!broken) return work(wait)
  await wait()
  return broken
}

function faultAnswer(status: 429 | 500 | 503): Answer {
  if (status !== 429) return answerWith(status, { type: 'api_error', message: 'An unknown error occurred.' })
  const message = 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.'
  return answerWith(status, { type: 'invalid_request_error', code: 'rate_limit', message })
}

function isPattern(path: string) {
  try {
    return path.startsWith('/') && Boolean(new URLPattern({ pathname: path }))
  } catch {
    return false
  }
}
