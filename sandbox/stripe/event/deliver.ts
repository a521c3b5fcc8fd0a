import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { WebhookFaults } from '../fault/fault.ts'
import { findFaults, takeDrop } from '../fault/store.ts'
import { eventObject } from './event.ts'
import { beginAttempt, type Event, findEvent, findUnattempted, finishDelivery, giveUpEvent } from './store.ts'

/** Dependencies of deliveries. */
type DeliveryDeps = {
  db: Db
  log: FastifyBaseLogger
  webhookSecret: string
  /** The URL of the site's webhook endpoint. */
  url: string
} & DeliveryTiming

/** Waiting times of deliveries, which tests shorten. */
export type DeliveryTiming = {
  /** Seconds until the next attempt, after this number of attempts. */
  secondsUntilRetry?: (attempts: number) => number
  /** Time that an event waits for another one to swap places with. */
  holdMs?: number
}

type Retry = { retryInSeconds: number } | undefined

const timeoutMs = 10_000
const longestWaitSeconds = 2
const giveUpAfterMs = 3 * 86_400_000

/** Delivers an event under the configured faults (docs/decisions/0013), unless it is done. If the site did not accept
 *  it, returns the time until the next attempt. */
export async function deliverEvent(deps: DeliveryDeps, id: string, signal: AbortSignal): Promise<Retry> {
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
    // The job of the other event finds it done, or tries it again.
    if (other.position > event.position) await attempt(deps, other, faults, signal)
    const outcome = await attempt(deps, event, faults, signal)
    if (other.position < event.position) await attempt(deps, other, faults, signal)
    return outcome
  }
  return attempt(deps, event, faults, signal)
}

// A change of the faults starts no job that runs at that moment, so that a job looks at them again soon.
function waitUntil({ createdAt }: Event, ageMs: number): Retry {
  const ms = createdAt.getTime() + ageMs - Date.now()
  return ms > 0 ? { retryInSeconds: Math.min(ms / 1_000, longestWaitSeconds) } : undefined
}

async function attempt(deps: DeliveryDeps, event: Event, faults: WebhookFaults, signal: AbortSignal): Promise<Retry> {
  const { db, log, secondsUntilRetry = secondsUntilNext } = deps
  const begun = await beginAttempt(db, event.id, 1 + (faults.duplicate ?? 0))
  if (!begun) return
  const { id, attempts, createdAt } = begun
  if (attempts === 1 && (await takeDrop(db))) return void (await giveUpEvent(db, id))
  for (let { copies } = begun; copies > 0; copies -= 1) {
    const refusal = await send(begun, deps, signal)
    if (refusal !== undefined) {
      log.info({ event: id, attempts, reason: refusal }, 'an event of the card sandbox was not taken')
      if (Date.now() - createdAt.getTime() > giveUpAfterMs) return void (await giveUpEvent(db, id))
      return { retryInSeconds: signal.aborted ? 0 : secondsUntilRetry(attempts) }
    }
    await finishDelivery(db, id)
  }
}

/** Returns 1, 5 and 30 seconds after the first attempts, then a minute, doubled each time, up to an hour. */
export function secondsUntilNext(attempts: number): number {
  return [1, 5, 30][attempts - 1] ?? Math.min(60 * 2 ** (attempts - 4), 3_600)
}

/** Returns the Stripe-Signature header of a payload (https://docs.stripe.com/webhooks#verify-manually). `now` is in
 *  milliseconds. */
export function signatureOf(payload: string, webhookSecret: string, now: number): string {
  const time = Math.floor(now / 1_000)
  return `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.${payload}`).digest('hex')}`
}

// Returns undefined if the site accepted the event, otherwise the status or error.
async function send(event: Event, { url, webhookSecret }: DeliveryDeps, stopped: AbortSignal) {
  const body = JSON.stringify(eventObject(event))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signatureOf(body, webhookSecret, Date.now()),
  }
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.ok ? undefined : response.status
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}
