import type { AttentionItem, MovePlan, PatientCall } from '#contract/calendar/attention.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { CallRow } from '#server/appointment/patient-call-store.ts'
import type { UpcomingBooking } from '#server/booking/queries.ts'
import type { MisfitOf } from '#server/calendar-change/move-misfits.ts'
import { type Contact, toReach } from '#server/patient/contact-store.ts'
import type { PlannedMove } from './plan-moves.ts'

type Names = ReadonlyMap<string, string>

/** Returns an appointment that needs attention as the API represents it, without contacts if the patient has died.
 *  `names` are those of doctors. */
export function toAttentionItem(
  { appointment, reason }: MisfitOf<UpcomingBooking>,
  contact: Contact,
  { names, asked }: { names: Names; asked: ReadonlyMap<string, Date> },
): AttentionItem {
  const { id, date, slot, treatment, patientName, doctorId, transactionId } = appointment
  const [patient, phone] = reason === 'patient-died' ? ['', ''] : [contact.email, appointment.phone]
  const doctor = doctorId ? names.get(doctorId) : undefined
  const askedAt = asked.get(id)
  return {
    _id: id,
    date: formatMediumDate(date),
    ...{ slot, treatment, patientName, patient, phone, reason },
    paid: transactionId !== null,
    reach: toReach(contact),
    ...(doctor && { doctor }),
    ...(askedAt && { askedAt: askedAt.toISOString() }),
  }
}

/** Returns the best free times as the API represents them. */
export function toMovePlan(moves: readonly PlannedMove[], names: Names): MovePlan {
  return moves.map(({ id, to }) => {
    if (!to) return { _id: id }
    const { doctorId, date, slot } = to
    const doctor = doctorId !== null && { doctor: { _id: doctorId, name: names.get(doctorId) ?? '' } }
    return { _id: id, to: { date: formatMediumDate(date), slot, ...doctor } }
  })
}

/** Returns a patient to call as the API represents them. */
export function toPatientCall({ call, patientId, patientName, phone, treatment, ...row }: CallRow): PatientCall {
  return {
    _id: call.id,
    ...{ patientId, patientName, phone, treatment, kind: call.kind, message: call.message, slot: row.slot },
    date: formatMediumDate(row.date),
    ...(row.doctorName !== null && { doctor: row.doctorName }),
    from: { date: formatMediumDate(call.fromDate), slot: call.fromSlot },
    createdAt: call.createdAt.toISOString(),
    ...(call.calledAt && { calledAt: call.calledAt.toISOString() }),
    ...(call.calledBy !== null && { calledBy: call.calledBy }),
  }
}
