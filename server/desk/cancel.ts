import type { Cents } from '#contract/kit/money/amount.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { type OverLimit, type RefundLimit, withinLimit } from '#server/payment/refund/limit.ts'
import { refundBooking } from '#server/payment/refund/refund-booking.ts'

/** What staff choose when they cancel: the cents to refund, and who they are. */
type Choice = { refund: Cents; note: string; requestedBy: string; limit: RefundLimit | undefined }

/** Why staff can't cancel an appointment, or not with this refund. */
export type StaffCancelRefusal = 'cancelled' | 'done' | 'not-refundable' | 'not-paid' | 'too-much'

/** `refund` in cents. */
type Cancelled = { booking: BookingWithDoctor; refund: number }

/** Cancels an appointment for the clinic, at any time until it is done, and records it in the audit trail, both or
 *  neither. */
export function cancelByStaff(
  db: Db,
  id: string,
  choice: Choice,
  record: RecordAudit,
): Promise<Outcome<Cancelled, StaffCancelRefusal> | OverLimit> {
  return transact(db, async (tx): Promise<Outcome<Cancelled, StaffCancelRefusal> | OverLimit> => {
    const booking = await lockBooking(tx, id)
    if (!booking || booking.status === 'cancelled') return refused('cancelled')
    if (booking.status === 'done') return refused('done')
    const refunded = await refundChosen(tx, booking, choice)
    if (!refunded.ok) return refunded
    const { refund } = refunded
    await cancelBooking(tx, id, { refund })
    await record(tx, 'cancel-appointment', toAuditTarget(booking), [booking.patientId])
    return { ok: true, booking, refund }
  })
}

async function refundChosen(
  tx: Db,
  { id, receivedCents }: BookingWithDoctor,
  { refund: amount, note, requestedBy, limit }: Choice,
): Promise<Outcome<{ refund: number }, StaffCancelRefusal> | OverLimit> {
  if (amount === 0) return { ok: true, refund: 0 }
  if (receivedCents === 0) return refused('not-paid')
  return withinLimit(tx, id, limit, async (within) => {
    const outcome = await refundBooking(within, id, { reason: 'cancelled', amount, note, requestedBy })
    if (outcome.ok) return outcome
    return refused(outcome.reason === 'too-much' ? 'too-much' : 'not-refundable')
  })
}
