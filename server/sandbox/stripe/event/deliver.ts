import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { findFaults, takeDrop } from '../fault/store.ts'
import { eventObject } from './event.ts'
import { claimEvents, type Event, finishDelivery, giveUpEvent, millisecondsUntilNext, postponeEvent } from './store.ts'

type Parts = {
  db: Db
  log: FastifyBaseLogger
  webhookSecret: string
  /** The address that events are sent to. */
  to: string
  /** How many seconds to wait after so many attempts. */
  waitAfter?: (attempts: number) => number
  /** How long an event waits for another to change places with. */
  holdMs?: number
}

const timeout = 10_000
const longestRest = 10_000
const shortestRest = 100

/** Delivers events, one at a time, until a site takes them (docs/decisions/0013). `wake` looks now; `close` ends the delivery under
 *  way, which comes again. */
export function startDelivery(parts: Parts) {
  const { db, log, waitAfter = secondsUntilNext, holdMs = 10_000 } = parts
  const ended = new AbortController()
  let working: Promise<void> | undefined
  let more = false
  let timer: NodeJS.Timeout | undefined

  const attempt = async (event: Event) => {
    if (event.attempts === 1 && (await takeDrop(db))) return giveUpEvent(db, event.id)
    const refusal = await deliver(event, parts, ended.signal)
    if (refusal === undefined) return finishDelivery(db, event.id)
    await postponeEvent(db, event.id, ended.signal.aborted ? 0 : waitAfter(event.attempts))
    log.info(
      { event: event.id, attempts: event.attempts, reason: refusal },
      'an event of the card sandbox was not taken',
    )
  }

  const work = async () => {
    let rest: number | undefined
    do {
      more = false
      const { webhooks } = await findFaults(db)
      const events = await claimEvents(db, webhooks, holdMs)
      for (const event of events) await attempt(event)
      if (events.length > 0) more = true
      rest = await millisecondsUntilNext(db, webhooks)
    } while (more && !ended.signal.aborted)
    return rest
  }

  const wake = () => {
    if (ended.signal.aborted) return
    more = true
    working ??= work()
      .catch((error: { code?: unknown }) => {
        more = false
        log.warn({ code: error.code }, 'events could not be looked for')
      })
      .then((rest) => {
        working = undefined
        clearTimeout(timer)
        if (more) return wake()
        if (!ended.signal.aborted)
          timer = setTimeout(wake, Math.min(Math.max(rest ?? longestRest, shortestRest), longestRest)).unref()
      })
  }
  wake()

  return {
    wake,
    close: async () => {
      ended.abort()
      clearTimeout(timer)
      await working
    },
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
async function deliver(event: Event, { to, webhookSecret }: Parts, ended: AbortSignal) {
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
