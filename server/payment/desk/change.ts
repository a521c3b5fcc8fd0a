import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import {
  findPayment,
  insertPayment,
  listCharges,
  lockTill,
  type PaymentRow,
  replaceCharge,
  voidPayment,
} from '../payment-store.ts'
import { refundBooking } from '../refund/refund-booking.ts'

/** A payment that staff take, in cents. `by`: their email. */
export type Taken = Pick<PaymentRow, 'id' | 'method' | 'amount' | 'reference'> & { by: string }

/** `isNew`: it is no repetition. */
type TakeOutcome = Outcome<{ isNew: boolean }, 'other-request'> | Refused<'more-than-owed', { owed: number }>

/** Takes a payment for a locked booking in the transaction `tx`. An equal one with its id does nothing. */
export async function takePayment(
  tx: Db,
  { id: bookingId, owedCents: owed }: BookingWithDoctor,
  { id, method, amount, reference, by }: Taken,
): Promise<TakeOutcome> {
  const known = await findPayment(tx, id)
  const isSame = known?.bookingId === bookingId && known.amount === amount && known.method === method
  if (known) return isSame && known.reference === reference ? { ok: true, isNew: false } : refused('other-request')
  if (amount > owed) return { ok: false, reason: 'more-than-owed', owed }
  const taken = await insertPayment(tx, { id, bookingId, method, amount, reference, takenBy: by })
  return taken ? { ok: true, isNew: true } : refused('other-request')
}

export type VoidRefusal = 'by-provider' | 'voided' | 'refunded' | 'day-closed'

/** Tells whether a payment can be voided, with the last day of the till that is closed. */
export function voidRefusal(
  { method, voidedAt, refunded, day }: PaymentRow,
  closedThrough: string | null,
): VoidRefusal | undefined {
  if (method === 'card-online') return 'by-provider'
  if (voidedAt) return 'voided'
  if (refunded > 0) return 'refunded'
  return closedThrough !== null && day <= closedThrough ? 'day-closed' : undefined
}

/** Voids a payment of a locked booking that was taken by mistake, until its day is closed. */
export async function voidByStaff(
  tx: Db,
  id: string,
  why: { by: string; reason: string },
): Promise<Outcome<object, VoidRefusal>> {
  const closedThrough = await lockTill(tx)
  const paid = await findPayment(tx, id)
  const refusal = paid ? voidRefusal(paid, closedThrough) : 'voided'
  if (refusal) return refused(refusal)
  await voidPayment(tx, id, why)
  return { ok: true }
}

export type PriceRefusal = 'cancelled' | 'changed' | 'no-show' | 'below-paid'

/** Changes the agreed price of a locked booking, in cents. `from`: the price that the caller saw. */
export async function changePrice(
  tx: Db,
  { id, status, treatment, ...booking }: BookingWithDoctor,
  { price, from, reason, by }: { price: number; from: number; reason: string; by: string },
): Promise<Outcome<object, PriceRefusal>> {
  if (status === 'cancelled') return refused('cancelled')
  if (await isChargedAsNoShow(tx, id)) return refused('no-show')
  if (booking.priceCents !== from) return refused('changed')
  if (price < booking.creditedCents + keptOf(booking)) return refused('below-paid')
  await replaceCharge(tx, id, { kind: 'treatment', words: treatment, amount: price, reason, by })
  return { ok: true }
}

/** Charges a locked booking whose patient did not come with `fee` cents in all, instead of the treatment; 0 waives it.
 *  What was paid beyond that is refunded. `limit`: the cents of a payment that the caller may refund in all. */
export async function chargeNoShow(
  tx: Db,
  { id, status, ...booking }: BookingWithDoctor,
  { fee, reason, by, limit }: { fee: number; reason: string; by: string; limit: number | undefined },
): Promise<Outcome<{ refund: number }, 'not-no-show' | 'over-limit' | 'not-refundable'>> {
  if (status !== 'no-show') return refused('not-no-show')
  const kept = keptOf(booking)
  const amount = booking.creditedCents + Math.max(fee, kept)
  await replaceCharge(tx, id, { kind: 'no-show', words: 'No-show fee', amount, reason, by })
  if (kept <= fee) return { ok: true, refund: 0 }
  const wish = { amount: kept - fee, reason: 'by-staff' as const, note: reason, requestedBy: by, limit }
  const refunded = await refundBooking(tx, id, wish)
  if (refunded.ok) return refunded
  return refused(refunded.reason === 'over-limit' ? 'over-limit' : 'not-refundable')
}

/** Charges a booking with its treatment again, as before, if its patient was charged as one who did not come. */
export async function chargeTreatmentAgain(tx: Db, id: string, by: string): Promise<void> {
  if (!(await isChargedAsNoShow(tx, id))) return
  const former = (await listCharges(tx, id)).findLast(({ kind }) => kind === 'treatment')
  if (!former) return
  const { words, amount } = former
  await replaceCharge(tx, id, { kind: 'treatment', words, amount, reason: 'The patient came after all', by })
}

/** The cents that the clinic has received and does not give back. */
export function keptOf({
  receivedCents,
  refundingCents,
  refundedCents,
}: Pick<BookingWithDoctor, 'receivedCents' | 'refundingCents' | 'refundedCents'>) {
  return receivedCents - refundingCents - refundedCents
}

async function isChargedAsNoShow(tx: Db, id: string) {
  return (await listCharges(tx, id)).some(({ kind, voidedAt }) => kind === 'no-show' && !voidedAt)
}

/** Locks the booking of a payment; undefined if there is no such payment. */
export async function lockBookingOf(tx: Db, paymentId: string): Promise<BookingWithDoctor | undefined> {
  const paid = await findPayment(tx, paymentId)
  return paid && lockBooking(tx, paid.bookingId)
}
