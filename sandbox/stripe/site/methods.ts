import { LRUCache } from 'lru-cache'
import { namedCard } from '../ledger/method.ts'
import type { StoredCard } from '../schema.ts'

/** Stores the payment methods that pages create, without the card's number, in memory for up to an hour: a page uses a
 *  payment method right away or never. */
export function openMethods() {
  const cards = new LRUCache<string, StoredCard>({ max: 1_000, ttl: 3_600_000 })
  return {
    add: (card: StoredCard) => void cards.set(card.id, card),
    /** Returns the card of a payment method, or the test card of a name such as `pm_card_visa`. @throws ApiError if
     *  there is none. */
    find: (id: string) => cards.get(id) ?? namedCard(id),
    /** Deletes a payment method after its charge: without a customer it can be used once. */
    delete: (id: string) => void cards.delete(id),
  }
}
export type Methods = ReturnType<typeof openMethods>
