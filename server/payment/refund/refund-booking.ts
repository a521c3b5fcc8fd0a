import { type Cents, computedCents } from '#contract/kit/money/amount.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { RefundReason } from '#server/database/schema/payment.ts'
import { creditRefund, listPayments, type PaymentRow } from '../payment-store.ts'
import { type RefundOutcome, requestRefund } from './refund.ts'
import { findRefund, insertRefund } from './store.ts'

/** A refund of a payment: `amount` in cents. `refundId`: an equal request with it does nothing, another one is refused.
 *  `requestedBy`: the email of the staff. */
type Wish = {
  refundId?: string | undefined
  amount: Cents
  reason: RefundReason
  note?: string | undefined
  requestedBy?: string | undefined
}

/** How money goes back by hand. `isHandedOut`: it was handed out already. `isOwedAgain`: the patient owes it again, for
 *  example because it was taken by mistake. */
type ByHand = { isHandedOut?: boolean; isOwedAgain?: boolean }

/** Refunds a payment of a locked booking in the transaction `tx`: one by card online through the provider, which the
 *  reconciliation carries out, any other by hand. */
export async function refundPayment(tx: Db, paid: PaymentRow, wish: Wish & ByHand): Promise<RefundOutcome> {
  if (paid.method !== 'card-online') return refundByHand(tx, paid, wish)
  if (paid.intentId === null) return refused('unknown')
  const { isHandedOut: _handedOut, isOwedAgain: _owedAgain, ...request } = wish
  return requestRefund(tx, { ...request, intentId: paid.intentId })
}

async function refundByHand(
  tx: Db,
  { id: paymentId, method, bookingId, voidedAt, ...paid }: PaymentRow,
  { refundId, amount, reason, note = '', requestedBy, isHandedOut = false, isOwedAgain = false }: Wish & ByHand,
): Promise<RefundOutcome> {
  const known = refundId === undefined ? undefined : await findRefund(tx, refundId)
  const isSame = known?.paymentId === paymentId && known.amount === amount && known.note === note
  if (known) return isSame ? { ok: true, refund: 0 } : refused('other-request')
  if (voidedAt) return refused('unknown')
  if (amount > paid.amount - paid.refunded) return refused('too-much')
  const by = requestedBy ?? null
  const state = isHandedOut ? 'succeeded' : 'due'
  const row = await insertRefund(tx, { id: refundId, paymentId, method, amount, reason, note, requestedBy: by, state })
  if (!row) return refused('other-request')
  if (!isOwedAgain) await creditRefund(tx, { bookingId, refundId: row.id, amount, by })
  return { ok: true, refund: amount }
}

type BookingOutcome = Outcome<{ refund: number; atDesk: number }, 'unknown' | 'too-much' | 'other-request'>

/** Refunds `amount` cents of what was paid for a locked booking, or all that is left, the latest payment first, all or
 *  nothing. Money that goes back by hand is due. `refund`: its cents, 0 without a payment; `atDesk`: those of them that
 *  go back by hand. */
export async function refundBooking(
  tx: Db,
  bookingId: string,
  { amount, ...wish }: Omit<Wish, 'amount' | 'refundId'> & { amount?: Cents | undefined },
): Promise<BookingOutcome> {
  const payments = (await listPayments(tx, bookingId)).filter(({ voidedAt }) => !voidedAt)
  const left = payments.reduce((sum, paid) => sum + paid.amount - paid.refunded, 0)
  const wanted = amount ?? left
  if (wanted > left) return refused('too-much')
  return transact(tx, async (savepoint): Promise<BookingOutcome> => {
    let [rest, atDesk] = [wanted, 0]
    for (const paid of payments) {
      const part = Math.min(paid.amount - paid.refunded, rest)
      const outcome = part > 0 && (await refundPayment(savepoint, paid, { ...wish, amount: computedCents(part) }))
      if (outcome && !outcome.ok) return outcome
      rest -= part
      if (paid.method !== 'card-online') atDesk += part
    }
    return { ok: true, refund: wanted, atDesk }
  })
}
