import { listPayers } from '#server/patient/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { declinedCards } from '../limits.ts'
import type { CardEvent } from '../provider.ts'
import { syncDispute, syncRefunds } from '../refund/refund.ts'
import { findIntent, hasEvent, updateState } from '../store.ts'
import { appendEvent, settle } from './settle.ts'

/** Handles a webhook event. Idempotent: events may repeat, be late and arrive in any order.
 *  @throws ProviderUnavailable; the provider then sends the event again */
export async function receive(deps: PaymentDeps, event: CardEvent): Promise<void> {
  const { db, cards } = deps
  const isDecline = event.type === 'payment_intent.payment_failed'
  if (!isDecline && (await hasEvent(db, event.id))) return
  if (event.type === 'payment_intent.succeeded') {
    await settle(deps, event.intent, { event })
  } else if (event.type === 'payment_intent.canceled') {
    const intent = await cards.findIntent(event.intent)
    if (intent?.status === 'canceled') await updateState(db, event.intent, 'open', 'cancelled')
  } else if (event.type.startsWith('charge.dispute.')) {
    await syncDispute(deps, event.intent)
  } else if (event.type === 'charge.refunded' || /^(charge\.)?refund\./.test(event.type)) {
    await syncRefunds(deps, event.intent)
  }
  const isNew = await appendEvent(db, event, null)
  // A repeated decline is not counted again, but its first delivery may have failed before it cancelled the intent.
  if (isDecline) await limitDeclines(deps, event.intent, isNew)
}

// The last allowed decline also cancels the intent, because a client that has its secret can keep trying cards without
// calling this server. It counts for everyone who may pay for the patient, because any of them may hold the card.
async function limitDeclines({ db, cards, paymentLimits }: PaymentDeps, intent: string, isNew: boolean) {
  const patientId = (await findIntent(db, intent))?.patientId
  if (!patientId) return
  const { kind, size } = declinedCards
  let isOver = false
  for (const payer of await listPayers(db, patientId)) {
    if (isNew) await paymentLimits.take(kind, payer, size)
    isOver ||= (await paymentLimits.wait(kind, payer, size)) !== undefined
  }
  if (!isOver) return
  if (await cards.cancelIntent(intent)) await updateState(db, intent, 'open', 'cancelled', { detail: 'declined cards' })
}
