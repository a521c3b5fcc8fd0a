import type { CardEvent } from './provider.ts'
import { appendEvent, type PaymentParts, settle } from './settle.ts'
import { hasEvent, updateState } from './store.ts'

/** Acts on an event of the provider's, once; it may come again, late and in any order.
 *  @throws ProviderOutOfReach, and the event counts as not heard. */
export async function receive(parts: PaymentParts, event: CardEvent): Promise<void> {
  if (await hasEvent(parts.db, event.id)) return
  if (event.type === 'payment_intent.succeeded') {
    await settle(parts, event.intent, { event })
  } else if (event.type === 'payment_intent.canceled') {
    const intent = await parts.cards.findIntent(event.intent)
    if (intent?.status === 'canceled') await updateState(parts.db, event.intent, 'open', 'cancelled')
  }
  await appendEvent(parts.db, event, null)
}
