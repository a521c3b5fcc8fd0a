import { type Cents, computedCents } from '#contract/kit/money/amount.ts'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import { type BookingWithDoctor, balanceOf, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import {
  findPayment,
  insertPayment,
  isChargedAsNoShow,
  listCharges,
  lockTill,
  type PaymentRow,
  replaceCharge,
  restoreCharge,
  voidPayment,
} from '../payment-store.ts'
import { type OverLimit, type RefundLimit, withinLimit } from '../refund/limit.ts'
import { refundBooking } from '../refund/refund-booking.ts'

/** A payment that staff take, in cents. `by`: their email. */
export type Taken = Pick<PaymentRow, 'id' | 'method' | 'reference'> & { amount: Cents; by: string }

/** `isNew`: it is no repetition. */
type TakeOutcome = Outcome<{ isNew: boolean }, 'other-request'> | Refused<'more-than-owed', { owed: number }>

/** Takes a payment for a locked booking in the transaction `tx`. An equal one with its id does nothing. */
export async function takePayment(
  tx: Db,
  booking: BookingWithDoctor,
  { id, method, amount, reference, by }: Taken,
): Promise<TakeOutcome> {
  const bookingId = booking.id
  const { owed } = balanceOf(booking)
  const known = await findPayment(tx, id)
  const isSame = known?.bookingId === bookingId && known.amount === amount && known.method === method
  if (known) return isSame && known.reference === reference ? { ok: true, isNew: false } : refused('other-request')
  if (amount > owed) return { ok: false, reason: 'more-than-owed', owed }
  const taken = await insertPayment(tx, { id, bookingId, method, amount, reference, takenBy: by })
  return taken ? { ok: true, isNew: true } : refused('other-request')
}

type Limit = RefundLimit | undefined

export type VoidRefusal = 'by-provider' | 'voided' | 'refunded' | 'till-closed'

/** Tells whether a payment can be voided, with the last day of the till that is closed. */
export function voidRefusal(
  { method, voidedAt, refunded, day }: PaymentRow,
  closedThrough: string | null,
): VoidRefusal | undefined {
  if (method === 'card-online') return 'by-provider'
  if (voidedAt) return 'voided'
  if (refunded > 0) return 'refunded'
  return closedThrough !== null && day <= closedThrough ? 'till-closed' : undefined
}

/** Voids a payment of a locked booking that was taken by mistake, until its day is closed. `limit`: of the caller. */
export async function voidByStaff(
  tx: Db,
  id: string,
  { limit, ...why }: { by: string; reason: string; limit: Limit },
): Promise<Outcome<object, VoidRefusal> | OverLimit> {
  const closedThrough = await lockTill(tx)
  const paid = await findPayment(tx, id)
  if (!paid) return refused('voided')
  const refusal = voidRefusal(paid, closedThrough)
  if (refusal) return refused(refusal)
  return withinLimit(tx, paid.bookingId, limit, async (within) => {
    await voidPayment(within, id, why)
    return { ok: true as const }
  })
}

export type PriceRefusal = 'cancelled' | 'changed' | 'no-show'

/** The price is below the `lowest`, in cents, which was paid or given back. */
type BelowPaid = Refused<'below-paid', { lowest: number }>

/** Changes the agreed price of a locked booking, in cents. `from`: the price that the caller saw. `limit`: of the
 *  caller. */
export async function changePrice(
  tx: Db,
  { id, status, treatment, ...booking }: BookingWithDoctor,
  { price, from, limit, ...why }: { price: Cents; from: Cents; reason: string; by: string; limit: Limit },
): Promise<Outcome<object, PriceRefusal> | BelowPaid | OverLimit> {
  if (status === 'cancelled') return refused('cancelled')
  if (isChargedAsNoShow(await listCharges(tx, id))) return refused('no-show')
  if (booking.priceCents !== from) return refused('changed')
  const lowest = booking.creditedCents + keptOf(booking)
  if (price < lowest) return { ok: false, reason: 'below-paid', lowest }
  return withinLimit(tx, id, limit, async (within) => {
    await replaceCharge(within, id, { kind: 'treatment', words: treatment, amount: price, ...why })
    return { ok: true as const }
  })
}

/** Charges a locked booking whose patient did not come with `fee` cents, instead of the treatment; 0 waives it. What
 *  was paid beyond that is refunded. `limit`: of the caller. */
export async function chargeNoShow(
  tx: Db,
  { id, status, ...booking }: BookingWithDoctor,
  { fee, reason, by, limit }: { fee: Cents; reason: string; by: string; limit: Limit },
): Promise<Outcome<{ refund: number }, 'not-no-show' | 'not-refundable'> | OverLimit> {
  if (status !== 'no-show') return refused('not-no-show')
  const kept = keptOf(booking)
  return withinLimit(tx, id, limit, async (within) => {
    await replaceCharge(within, id, { kind: 'no-show', words: 'No-show fee', amount: fee, reason, by })
    if (kept <= fee) return { ok: true as const, refund: 0 }
    const wish = { amount: computedCents(kept - fee), reason: 'by-staff' as const, note: reason, requestedBy: by }
    const refunded = await refundBooking(within, id, wish)
    return refunded.ok ? refunded : refused('not-refundable')
  })
}

/** Restores the treatment's charge of a booking that has a no-show fee. A surplus is left for the desk to refund. */
export async function chargeTreatmentAgain(tx: Db, id: string, by: string): Promise<void> {
  const charges = await listCharges(tx, id)
  const former = charges.findLast(({ kind }) => kind === 'treatment')
  if (former && isChargedAsNoShow(charges)) await restoreCharge(tx, former, by)
}

/** The cents that the clinic has received and does not give back. */
export function keptOf({
  receivedCents,
  refundingCents,
  refundedCents,
}: Pick<BookingWithDoctor, 'receivedCents' | 'refundingCents' | 'refundedCents'>) {
  return receivedCents - refundingCents - refundedCents
}

/** Locks the booking of a payment; undefined if there is no such payment. */
export async function lockBookingOf(tx: Db, paymentId: string): Promise<BookingWithDoctor | undefined> {
  const paid = await findPayment(tx, paymentId)
  return paid && lockBooking(tx, paid.bookingId)
}
