import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { cancellableUntil, uncancellable } from '../change/change.ts'
import type { BookingWithDoctor } from '../store.ts'

/** Returns an appointment as the holder of its link sees it: without the patient's name, email and phone. */
export function toLinked(
  booking: BookingWithDoctor,
  policy: { freeCancelHours: number },
  now: Date,
): LinkedAppointment {
  const { treatmentId, treatment, slot, doctorName } = booking
  const refund = refundOf(booking)
  return {
    state: stateOf(booking, policy, now),
    ...{ treatmentId, treatment, slot },
    date: formatMediumDate(booking.date as IsoDate),
    ...(doctorName !== null && { doctor: doctorName }),
    cancelUntil: cancellableUntil(booking, policy).toISOString(),
    ...(refund > 0 && { refund: toDollars(refund) }),
  }
}

/** The cents that go back to the card if the appointment is cancelled, or since it was. */
function refundOf({ status, transactionId, price, refunding, refunded }: BookingWithDoctor): number {
  const back = refunding + refunded
  if (status === 'cancelled' || transactionId === null) return back
  return price - back
}

function stateOf(booking: BookingWithDoctor, policy: { freeCancelHours: number }, now: Date) {
  const { status } = booking
  if (status === 'cancelled') return status
  if (status === 'done' || status === 'no-show' || booking.endsAt <= now) return 'over'
  // The patient may arrive before the start.
  if (status === 'arrived') return 'begun'
  return uncancellable(booking, policy, now)?.reason ?? 'changeable'
}
