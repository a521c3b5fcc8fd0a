import type { ChangeDeps } from '#server/appointment/change.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'

type Deps = Pick<ChangeDeps, 'db' | 'requestRefund'>

/** What staff choose when they cancel: the cents to refund, and who they are. */
type Choice = { refund: number; note: string; requestedBy: string }

/** `refund` in cents. */
export type StaffCancelOutcome =
  | { ok: true; booking: BookingWithDoctor; refund: number }
  | { ok: false; reason: 'cancelled' | 'done' | 'not-refundable' | 'not-paid' | 'too-much' }

/** Cancels an appointment for the clinic, at any time until it is done. `record` appends to the audit trail. */
export function cancelByStaff(
  deps: Deps,
  id: string,
  { refund: amount, note, requestedBy }: Choice,
  record: (tx: Db, booking: BookingWithDoctor) => Promise<void>,
): Promise<StaffCancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking || booking.status === 'cancelled') return { ok: false, reason: 'cancelled' }
    if (booking.status === 'done') return { ok: false, reason: 'done' }
    const { transactionId } = booking
    if (amount > 0 && transactionId === null) return { ok: false, reason: 'not-paid' }
    const byStaff = { amount, note, requestedBy }
    const refund = amount > 0 && transactionId !== null ? await deps.requestRefund(tx, transactionId, byStaff) : 0
    if (refund === 'unknown') return { ok: false, reason: 'not-refundable' }
    if (refund === 'too-much') return { ok: false, reason: refund }
    await cancelBooking(tx, id, { refund })
    await record(tx, booking)
    return { ok: true, booking, refund }
  })
}

/** Cancels an appointment for the clinic, in the transaction `tx`, and requests the refund of all that is left of its payment. Returns false, and
 *  changes nothing, if the payment can't be refunded. */
export async function cancelAndRefund(
  { requestRefund }: Pick<Deps, 'requestRefund'>,
  tx: Db,
  id: string,
): Promise<boolean> {
  const booking = await lockBooking(tx, id)
  const refund = booking?.transactionId ? await requestRefund(tx, booking.transactionId) : 0
  if (typeof refund === 'string') return false
  await cancelBooking(tx, id, { refund })
  return true
}
