import type { Booking } from '#contract/booking/booking.ts'
import { type CancelPolicy, changesAt, type PatientChanges } from '#contract/booking/patient-changes.ts'
import { leftToRefund } from '#contract/booking/refund.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { bookedOnline, type Rules } from '#server/calendar/rules/rules.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { ByHand } from './money-by-hand-store.ts'
import type { BookingWithDoctor } from './store.ts'

/** Returns a booking as the API represents it. */
export function toResponse(row: BookingWithDoctor): Booking {
  const { id, treatmentId, treatment, slot, doctorName, patient, patientId, patientName, phone } = row
  const { transactionId, paidAt } = row
  return {
    _id: id,
    treatmentId,
    treatment,
    date: formatMediumDate(row.date),
    slot,
    price: toDollars(row.priceCents),
    ...(doctorName !== null && { doctor: doctorName }),
    ...(row.doctorId !== null && { doctorId: row.doctorId }),
    patient,
    patientId,
    patientName,
    phone,
    ...(transactionId !== null && { paid: true, transactionId }),
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    ...(row.receivedCents > 0 && { received: toDollars(row.receivedCents) }),
    ...(row.owedCents > 0 && { owed: toDollars(row.owedCents) }),
    ...(row.refundingCents > 0 && { refunding: toDollars(row.refundingCents) }),
    ...(row.refundedCents > 0 && { refunded: toDollars(row.refundedCents) }),
    ...(row.refundedAt && { refundedAt: row.refundedAt.toISOString() }),
    ...(row.cancelledAt && { cancelledAt: row.cancelledAt.toISOString() }),
  }
}

/** What the answers to patients depend on. `isOnline`: patients book its treatment themselves. */
type ForPatient = { policy: CancelPolicy; isOnline: boolean; now: Date; byHand: ByHand }

/** Returns a booking as the API represents it to patients, who can change it. */
export function toPatientResponse(
  row: BookingWithDoctor,
  { rules, ...by }: Pick<ForPatient, 'now' | 'byHand'> & { rules: Pick<Rules, 'policy' | 'treatments'> },
): Booking {
  const { refunding } = by.byHand
  const isOnline = bookedOnline(rules).some(({ id }) => id === row.treatmentId)
  return {
    ...toResponse(row),
    ...(refunding > 0 && { refundingAtDesk: toDollars(refunding) }),
    changes: toChanges(row, { ...by, policy: rules.policy, isOnline }),
  }
}

/** Returns what a patient can still do with a booking as the API represents it. */
export function toChanges(row: BookingWithDoctor, { policy, isOnline, now, byHand }: ForPatient): PatientChanges {
  const { state, cancelUntil } = changesAt(row, policy, now)
  const refund = refundOf(row)
  const atDesk = row.status === 'cancelled' ? byHand.cancelled : byHand.left
  return {
    state,
    ...(cancelUntil && { cancelUntil: cancelUntil.toISOString() }),
    ...(refund > 0 && { refund }),
    ...(refund > 0 && atDesk > 0 && { refundAtDesk: Math.min(refund, toDollars(atDesk)) }),
    ...(!isOnline && (state === 'changeable' || state === 'too-late') && { movesByPhone: true }),
  }
}

/** The dollars that a cancellation would give back, or has given back. */
function refundOf(booking: BookingWithDoctor): number {
  return booking.status === 'cancelled' ? toDollars(booking.cancelRefundCents) : leftToRefund(toResponse(booking))
}

/** Names an appointment in the audit trail. */
export function toAuditTarget({ treatment, patientName, date, slot }: BookingRow): string {
  return `${treatment} of ${patientName} on ${formatMediumDate(date)}, ${slot}`
}
