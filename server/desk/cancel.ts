import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { refundBooking } from '#server/payment/refund/refund-booking.ts'

/** What staff choose when they cancel: the cents to refund, and who they are. `limit`: the cents of the payment that
 *  they may refund in all. */
type Choice = { refund: number; note: string; requestedBy: string; limit: number | undefined }

/** Why staff can't cancel an appointment, or not with this refund. */
export type StaffCancelRefusal = 'cancelled' | 'done' | 'not-refundable' | 'not-paid' | 'too-much' | 'over-limit'

/** `refund` in cents. */
type Cancelled = { booking: BookingWithDoctor; refund: number }

/** Cancels an appointment for the clinic, at any time until it is done, and records it in the audit trail, both or
 *  neither. */
export function cancelByStaff(
  db: Db,
  id: string,
  choice: Choice,
  record: RecordAudit,
): Promise<Outcome<Cancelled, StaffCancelRefusal>> {
  return db.transaction(async (tx): Promise<Outcome<Cancelled, StaffCancelRefusal>> => {
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
): Promise<Outcome<{ refund: number }, StaffCancelRefusal>> {
  if (amount === 0) return { ok: true, refund: 0 }
  if (receivedCents === 0) return refused('not-paid')
  const outcome = await refundBooking(tx, id, { reason: 'cancelled', amount, note, requestedBy, limit })
  if (outcome.ok) return outcome
  const { reason } = outcome
  return refused(reason === 'too-much' || reason === 'over-limit' ? reason : 'not-refundable')
}
