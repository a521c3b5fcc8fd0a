import { cardNamed } from '../ledger/method.ts'
import type { KeptCard } from '../schema.ts'

const atMost = 1_000
const forMs = 3_600_000

/** Keeps the payment methods that pages create: what is known of a card, never its number. In memory, for an hour at most, because a page
 *  uses one right away or never; the oldest goes when there are too many. */
export function openMethods() {
  const kept = new Map<string, { card: KeptCard; since: number }>()
  return {
    keep(card: KeptCard, now: Date): void {
      const [oldest] = kept.keys()
      if (kept.size >= atMost && oldest !== undefined) kept.delete(oldest)
      kept.set(card.id, { card, since: now.getTime() })
    },
    /** The card of a payment method, or the test card of that name, such as `pm_card_visa`. @throws ApiError if there is none. */
    find(id: string, now: Date): KeptCard {
      const found = kept.get(id)
      return found && now.getTime() - found.since < forMs ? found.card : cardNamed(id)
    },
    /** Forgets one that was charged: without a customer, a payment method is for one payment. */
    use: (id: string) => void kept.delete(id),
  }
}
export type Methods = ReturnType<typeof openMethods>
