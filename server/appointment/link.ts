import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { toChanges } from '#server/booking/response.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'

/** Returns an appointment as the holder of its link sees it: without the patient's name, email and phone. */
export function toLinked(
  booking: BookingWithDoctor,
  policy: { freeCancelHours: number },
  now: Date,
): LinkedAppointment {
  const { treatmentId, treatment, slot, doctorName } = booking
  return {
    ...toChanges(booking, policy, now),
    ...{ treatmentId, treatment, slot },
    date: formatMediumDate(booking.date as IsoDate),
    ...(doctorName !== null && { doctor: doctorName }),
  }
}
