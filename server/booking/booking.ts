import type { IsoDate } from '#contract/clinic-date.ts'
import type { Db } from '#server/database/open.ts'
import { type BookingRow, findTreatmentAndClash, insertBooking } from './store.ts'

/** What a patient wants. `price` in cents is what they were shown. */
export type Wanted = { treatmentId: string; date: IsoDate; slot: string; price: number; phone: string }
export type BookingOutcome =
  | { ok: true; booking: BookingRow }
  | {
      ok: false
      reason: 'unknown-treatment' | 'unknown-slot' | 'slot-begun' | 'day-past' | 'slot-taken' | 'signed-out'
    }
  | { ok: false; reason: 'already-booked'; booking: BookingRow }
  | { ok: false; reason: 'price-changed'; price: number }

/** Books `wanted` for the patient whose session `sessionId` is. `opennessOf` tells whether a slot of a day has begun.
 *  Never looks before it inserts: the session, the treatment's row and the two unique indexes of `booking` decide, in one statement. Only
 *  a refused insert asks why, the patient's own booking of that day first (docs/decisions/0004). */
export async function book(
  db: Db,
  sessionId: string,
  wanted: Wanted,
  opennessOf: (date: IsoDate, slot: string) => 'open' | 'slot-begun' | 'day-past',
): Promise<BookingOutcome> {
  const openness = opennessOf(wanted.date, wanted.slot)
  if (openness !== 'open') return { ok: false, reason: openness }
  const row = { ...wanted, sessionId }
  // What stood in the way may be gone by the time it is looked for: then there is nothing to refuse, and one more try.
  for (const _attempt of [1, 2]) {
    const booking = await insertBooking(db, row)
    if (booking) return { ok: true, booking }
    const found = await findTreatmentAndClash(db, row)
    if (!found) return { ok: false, reason: 'unknown-treatment' }
    if (!found.patientId) return { ok: false, reason: 'signed-out' }
    if (!found.slots.includes(wanted.slot)) return { ok: false, reason: 'unknown-slot' }
    if (found.price !== wanted.price) return { ok: false, reason: 'price-changed', price: found.price }
    if (found.clash?.patientId === found.patientId) return { ok: false, reason: 'already-booked', booking: found.clash }
    if (found.clash) return { ok: false, reason: 'slot-taken' }
  }
  return { ok: false, reason: 'slot-taken' }
}
