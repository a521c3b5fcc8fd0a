import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { readByHand } from '#server/booking/money-by-hand-store.ts'
import { toChanges, toResponse } from '#server/booking/response.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import { readPolicyOf } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { foundByLink } from '#server/http/invalid-link.ts'
import { contactFor } from '#server/patient/contact-store.ts'
import { findLinked } from './link-store.ts'
import type { LinkTokens } from './link-token.ts'

/** Returns an appointment as the holder of its link sees it: without the patient's email and phone, and without the
 *  name unless emails must tell patients apart. */
function toLinked(
  booking: BookingWithDoctor,
  { isNamed, ...by }: Parameters<typeof toChanges>[1] & { isNamed: boolean },
): LinkedAppointment {
  const { treatmentId, treatment, slot, doctorName, patientName } = booking
  return {
    ...toChanges(booking, by),
    ...{ treatmentId, treatment, slot },
    date: formatMediumDate(booking.date),
    ...(doctorName !== null && { doctor: doctorName }),
    ...(booking.doctorId !== null && { doctorId: booking.doctorId }),
    ...(isNamed && { patientName }),
    ...moneyOf(booking),
  }
}

function moneyOf(booking: BookingWithDoctor): Partial<LinkedAppointment> {
  const { price, owed, received, refunding, refunded, paid, transactionId } = toResponse(booking)
  return { price, owed, received, refunding, refunded, paid, transactionId }
}

/** Returns the same, as it is at `now`. */
export async function toLinkedNow(db: Db, now: Date, booking: BookingWithDoctor): Promise<LinkedAppointment> {
  const { isNamed } = await contactFor(db, booking, 'appointment')
  const byHand = (await readByHand(db, [booking]))(booking)
  const { isOnline, ...policy } = await readPolicyOf(db, booking.treatmentId)
  return toLinked(booking, { policy, isOnline, now, byHand, isNamed })
}

/** Returns the appointment of a link. @throws ProblemError 404 */
export async function findByToken(
  { db, linkTokens }: { db: Db; linkTokens: LinkTokens },
  token: string,
  now: Date,
): Promise<BookingWithDoctor> {
  const ids = linkTokens.read(token)
  return foundByLink(ids && (await findLinked(db, ids, now)))
}
