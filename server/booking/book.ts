import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { isHidden } from '#server/access/authorize.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { findOffer, type NoOffer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { type BookingInput, explainRefusal, insertBooking, type NewBooking } from './insert-store.ts'
import type { BookingWithDoctor } from './store.ts'

export type BookingOutcome = { ok: true; booking: BookingWithDoctor } | Refusal
export type Refusal =
  | { ok: false; reason: NoOffer | 'too-many-upcoming' | 'slot-taken' | 'signed-out' | 'unknown-patient' }
  | { ok: false; reason: 'already-booked'; booking: BookingWithDoctor }
  | { ok: false; reason: 'price-changed'; priceCents: number }

/** Books an appointment for a patient of the session's account. The insert is the check: the session, the treatment's
 *  row, the constraints of `booking` and the version of the rules decide in one statement. Only after a refused insert,
 *  or for a time that is known to be taken, a query finds the reason (docs/decisions/0004, 0031). */
export async function book(
  { db, calendar }: { db: Db; calendar: Calendar },
  sessionId: string,
  input: BookingInput,
): Promise<BookingOutcome> {
  // Another patient can take the doctor or chair that the insert picked, and the rules can change. Each retry finds one
  // doctor fewer.
  for (let retries = 0, doctors = 1; retries <= doctors + 1; retries += 1) {
    const rules = await calendar.rules()
    const found = findOffer(rules, input, calendar.clock())
    if (!found.ok) return found
    doctors = found.offer.doctors.length
    const today = clinicToday(calendar.clock(), rules.timeZone)
    const offer = retries === 0 ? await calendar.placeTightly(input, found) : found.offer
    if (!offer) return slotTaken(calendar, input)
    const isTaken = retries === 0 && calendar.isKnownTaken(input, found)
    const booking = isTaken ? undefined : await insertBooking(db, { ...input, ...offer, sessionId, today })
    if (booking) return { ok: true, booking }
    const refusal = await findRefusal(db, { ...input, ...found.offer, sessionId, today }, calendar)
    if (refusal) return refusal.reason === 'slot-taken' && !isTaken ? slotTaken(calendar, input) : refusal
  }
  return slotTaken(calendar, input)
}

/** The patient saw the time as free, perhaps because a notification was lost, and others may want it too. */
function slotTaken(calendar: Calendar, { date }: BookingInput): Refusal {
  calendar.invalidate(date)
  calendar.days([date]).catch(() => undefined)
  return { ok: false, reason: 'slot-taken' }
}

/** Returns why an insert was refused; undefined if the next one may succeed. */
async function findRefusal(db: Db, newBooking: NewBooking, calendar: Calendar): Promise<Refusal | undefined> {
  const found = await explainRefusal(db, newBooking)
  if (!found) return { ok: false, reason: 'unknown-treatment' }
  if (!found.userId) return { ok: false, reason: 'signed-out' }
  if (!found.patientId) return { ok: false, reason: 'unknown-patient' }
  if (found.priceCents !== newBooking.priceCents)
    return { ok: false, reason: 'price-changed', priceCents: found.priceCents }
  if (found.rulesVersion !== newBooking.rulesVersion) {
    calendar.invalidateAll()
    return undefined
  }
  if (found.clash) {
    if (isHidden({ userId: found.userId, hasConfirmedEmail: found.hasConfirmedEmail ?? false }, found.clash))
      return { ok: false, reason: 'slot-taken' }
    return { ok: false, reason: 'already-booked', booking: found.clash }
  }
  if (found.upcoming >= found.maxUpcoming) return { ok: false, reason: 'too-many-upcoming' }
  return found.isFree ? undefined : { ok: false, reason: 'slot-taken' }
}
