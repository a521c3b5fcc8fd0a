import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { findFaults, takeDrop } from '../fault/store.ts'
import type { WebhookFaults } from '../schema.ts'
import { eventObject } from './event.ts'
import { beginAttempt, type Event, findEvent, findUnattempted, finishDelivery, giveUpEvent } from './store.ts'

/** Dependencies of deliveries. */
export type DeliveryDeps = {
  db: Db
  log: FastifyBaseLogger
  webhookSecret: string
  /** The address that events are sent to. */
  to: string
  /** Seconds to wait after so many attempts. */
  waitAfter?: ((attempts: number) => number) | undefined
  /** How long an event waits for another to change places with. */
  holdMs?: number | undefined
}

type Again = { retryInSeconds: number } | undefined

const timeout = 10_000
const givenUpAfterMs = 3 * 86_400_000

/** Delivers an event unless it is done, under the faults that are set (docs/decisions/0013). Resolves to the wait before its next attempt, if the site
 *  did not take it. */
export async function deliverEvent(deps: DeliveryDeps, id: string, signal: AbortSignal): Promise<Again> {
  const { db, holdMs = 10_000 } = deps
  const { webhooks: faults } = await findFaults(db)
  const event = await findEvent(db, id)
  if (!event || event.doneAt) return
  const { delayMs = 0 } = faults
  const early = waitUntil(event, delayMs)
  if (early) return early
  if (faults.reorder && event.attempts === 0) {
    const other = await findUnattempted(db, id, delayMs)
    if (!other) return waitUntil(event, delayMs + holdMs) ?? attempt(deps, event, faults, signal)
    // The job of the other finds it done, or tries it again.
    if (other.position > event.position) await attempt(deps, other, faults, signal)
    const outcome = await attempt(deps, event, faults, signal)
    if (other.position < event.position) await attempt(deps, other, faults, signal)
    return outcome
  }
  return attempt(deps, event, faults, signal)
}

function waitUntil({ createdAt }: Event, ageMs: number): Again {
  const ms = createdAt.getTime() + ageMs - Date.now()
  return ms > 0 ? { retryInSeconds: ms / 1_000 } : undefined
}

async function attempt(deps: DeliveryDeps, event: Event, faults: WebhookFaults, signal: AbortSignal): Promise<Again> {
  const { db, log, waitAfter = secondsUntilNext } = deps
  const begun = await beginAttempt(db, event.id, 1 + (faults.duplicate ?? 0))
  if (!begun) return
  const { id, attempts, createdAt } = begun
  if (attempts === 1 && (await takeDrop(db))) return void (await giveUpEvent(db, id))
  for (let { copies } = begun; copies > 0; copies -= 1) {
    const refusal = await send(begun, deps, signal)
    if (refusal !== undefined) {
      log.info({ event: id, attempts, reason: refusal }, 'an event of the card sandbox was not taken')
      if (Date.now() - createdAt.getTime() > givenUpAfterMs) return void (await giveUpEvent(db, id))
      return { retryInSeconds: signal.aborted ? 0 : waitAfter(attempts) }
    }
    await finishDelivery(db, id)
  }
}

/** 1, 5 and 30 seconds after the first attempts, then minutes, an hour at most. */
export function secondsUntilNext(attempts: number): number {
  return [1, 5, 30][attempts - 1] ?? Math.min(60 * 2 ** (attempts - 4), 3_600)
}

/** As Stripe signs: https://docs.stripe.com/webhooks#verify-manually. `now` in milliseconds. */
export function signatureOf(payload: string, webhookSecret: string, now: number): string {
  const time = Math.floor(now / 1_000)
  return `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.${payload}`).digest('hex')}`
}

// Undefined when it was taken, else why it was not.
async function send(event: Event, { to, webhookSecret }: DeliveryDeps, ended: AbortSignal) {
  const body = JSON.stringify(eventObject(event))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signatureOf(body, webhookSecret, Date.now()),
  }
  const signal = AbortSignal.any([ended, AbortSignal.timeout(timeout)])
  try {
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.ok ? undefined : answer.status
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}
