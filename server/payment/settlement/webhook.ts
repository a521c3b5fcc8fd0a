import { declinedCards } from '../limits.ts'
import type { CardEvent } from '../provider.ts'
import { findIntent, hasEvent, updateState } from '../store.ts'
import { appendEvent, type PaymentDeps, settle } from './settle.ts'

/** Handles a webhook event. Idempotent: events may repeat, be late and arrive in any order.
 *  @throws ProviderUnavailable; the provider then sends the event again */
export async function receive(deps: PaymentDeps, event: CardEvent): Promise<void> {
  const { db, cards } = deps
  const isDecline = event.type === 'payment_intent.payment_failed'
  // The first delivery of a decline counts it, and may then fail to cancel the intent.
  if (await hasEvent(db, event.id)) return isDecline ? cancelIfLimited(deps, event.intent) : undefined
  if (event.type === 'payment_intent.succeeded') {
    await settle(deps, event.intent, { event })
  } else if (event.type === 'payment_intent.canceled') {
    const intent = await cards.findIntent(event.intent)
    if (intent?.status === 'canceled') await updateState(db, event.intent, 'open', 'cancelled')
  }
  const isNew = await appendEvent(db, event, null)
  if (!isNew || !isDecline) return
  await countDecline(deps, event.intent)
  await cancelIfLimited(deps, event.intent)
}

async function countDecline({ db, limits }: PaymentDeps, intent: string) {
  const patientId = (await findIntent(db, intent))?.patientId
  if (patientId) await limits.take(declinedCards.kind, patientId, declinedCards.size)
}

// A client that has the intent's secret can keep trying cards without calling this server.
async function cancelIfLimited({ db, cards, limits }: PaymentDeps, intent: string) {
  const patientId = (await findIntent(db, intent))?.patientId
  if (!patientId || (await limits.wait(declinedCards.kind, patientId, declinedCards.size)) === undefined) return
  if (await cards.cancelIntent(intent)) await updateState(db, intent, 'open', 'cancelled', { detail: 'declined cards' })
}
