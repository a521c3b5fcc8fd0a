import type { CancelReason } from '#contract/booking/change-booking.ts'
import { changesAt } from '#contract/booking/patient-changes.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { refundBooking } from '#server/payment/refund/refund-booking.ts'
import { type Fixed, fixedIn } from './move.ts'

/** Why a patient can't cancel an appointment. `until`: until when they could; undefined if they never could. */
export type CancelRefusal = Refused<Fixed | 'not-refundable'> | Refused<'too-late', { until: Date | undefined }>

/** `refund` in cents, `atDesk` those of them that the desk gives back. */
export type CancelOutcome = { ok: true; booking: BookingWithDoctor; refund: number; atDesk: number } | CancelRefusal

/** Cancels an appointment of its patient and records it in the audit trail. What was paid is refunded.
 *  @param actor the patient, or who acts for them */
export function cancel(
  { db, calendar }: { db: Db; calendar: Calendar },
  id: string,
  reason: CancelReason,
  actor: AuditActor,
): Promise<CancelOutcome> {
  return transact(db, async (tx): Promise<CancelOutcome> => {
    const booking = await lockBooking(tx, id)
    if (!booking) return refused('cancelled')
    const { state, cancelUntil } = changesAt(booking, await readPolicy(tx), calendar.clock())
    if (state === 'too-late') return { ok: false, reason: state, until: cancelUntil }
    const fixed = fixedIn(state)
    if (fixed) return refused(fixed)
    const refunded = await refundBooking(tx, id, { reason: 'cancelled' })
    if (!refunded.ok) return refused('not-refundable')
    const { refund, atDesk } = refunded
    await cancelBooking(tx, id, { refund, reason })
    const target = toAuditTarget(booking)
    await appendAudit(tx, { ...actor, action: 'cancel-appointment', target, personIds: [booking.patientId] })
    return { ok: true, booking, refund, atDesk }
  })
}
