import { declinedCards } from '../limits.ts'
import type { CardEvent } from '../provider.ts'
import { findIntentPatient, hasEvent, updateState } from '../store.ts'
import { appendEvent, type PaymentDeps, settle } from './settle.ts'

/** Acts on an event of the provider's, once; it may come again, late and in any order.
 *  @throws ProviderOutOfReach, and the event counts as not heard. */
export async function receive(deps: PaymentDeps, event: CardEvent): Promise<void> {
  const { db, cards } = deps
  if (await hasEvent(db, event.id)) return
  if (event.type === 'payment_intent.succeeded') {
    await settle(deps, event.intent, { event })
  } else if (event.type === 'payment_intent.canceled') {
    const intent = await cards.findIntent(event.intent)
    if (intent?.status === 'canceled') await updateState(db, event.intent, 'open', 'cancelled')
  }
  const isNew = await appendEvent(db, event, null)
  if (isNew && event.type === 'payment_intent.payment_failed') await countDecline(deps, event.intent)
}

// With its last attempt an account loses the intent, too: whoever has its client secret could go on without asking us.
async function countDecline({ db, cards, limits }: PaymentDeps, intent: string) {
  const patient = await findIntentPatient(db, intent)
  if (!patient) return
  const { kind, size } = declinedCards
  await limits.take(kind, patient, size)
  if ((await limits.wait(kind, patient, size)) === undefined) return
  if (await cards.cancelIntent(intent)) await updateState(db, intent, 'open', 'cancelled', { detail: 'declined cards' })
}
