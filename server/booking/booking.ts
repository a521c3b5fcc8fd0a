import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { explainRefusal, insertBooking, type NewBooking } from './store.ts'

/** What a patient asks for. `price` in cents is what they were shown. */
export type Wanted = { treatmentId: string; date: IsoDate; slot: string; price: number; phone: string }

/** The clinic's rules at this moment. `slotState` tells whether a slot can be booked; an account can have `maxUpcoming` appointments
 *  from `today` on. */
export type BookingRules = {
  slotState: (date: IsoDate, slot: string) => 'open' | 'slot-begun' | 'day-past' | 'too-far-ahead'
  today: () => IsoDate
  maxUpcoming: number
}

export type BookingOutcome =
  | { ok: true; booking: BookingRow }
  | {
      ok: false
      reason:
        | 'unknown-treatment'
        | 'unknown-slot'
        | 'slot-begun'
        | 'day-past'
        | 'too-far-ahead'
        | 'too-many-upcoming'
        | 'slot-taken'
        | 'signed-out'
    }
  | { ok: false; reason: 'already-booked'; booking: BookingRow }
  | { ok: false; reason: 'price-changed'; price: number }

/** Books `wanted` for the patient of the session `sessionId`. The insert is the check: the session, the treatment's row and the
 *  constraints of `booking` decide in one statement. Only a refused insert asks why; the patient's own appointment comes first
 *  (docs/decisions/0004). */
export async function book(db: Db, sessionId: string, wanted: Wanted, rules: BookingRules): Promise<BookingOutcome> {
  const state = rules.slotState(wanted.date, wanted.slot)
  if (state !== 'open') return { ok: false, reason: state }
  const row = { ...wanted, sessionId, today: rules.today(), maxUpcoming: rules.maxUpcoming }
  // The obstacle may be gone by the time it is looked for: then one more try.
  for (const _attempt of [1, 2]) {
    const booking = await insertBooking(db, row)
    if (booking) return { ok: true, booking }
    const refusal = await findRefusal(db, row)
    if (refusal) return refusal
  }
  return { ok: false, reason: 'slot-taken' }
}

async function findRefusal(db: Db, wanted: NewBooking): Promise<Extract<BookingOutcome, { ok: false }> | undefined> {
  const found = await explainRefusal(db, wanted)
  if (!found) return { ok: false, reason: 'unknown-treatment' }
  if (!found.patientId) return { ok: false, reason: 'signed-out' }
  if (!found.slots.includes(wanted.slot)) return { ok: false, reason: 'unknown-slot' }
  if (found.price !== wanted.price) return { ok: false, reason: 'price-changed', price: found.price }
  if (found.clash?.patientId === found.patientId) return { ok: false, reason: 'already-booked', booking: found.clash }
  if (found.clash) return { ok: false, reason: 'slot-taken' }
  if (found.upcoming >= wanted.maxUpcoming) return { ok: false, reason: 'too-many-upcoming' }
  return undefined
}
