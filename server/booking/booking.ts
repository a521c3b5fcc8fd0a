import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { type BookingInput, explainRefusal, insertBooking, type NewBooking } from './store.ts'

/** The clinic's rules. `slotState` returns whether a slot can be booked now; an account can have `maxUpcoming` appointments from `today`
 *  on. */
export type BookingRules = {
  slotState: (date: IsoDate, slot: string) => 'open' | 'slot-begun' | 'day-past' | 'too-far-ahead'
  today: () => IsoDate
  maxUpcoming: number
}

export type BookingOutcome = { ok: true; booking: BookingRow } | Refusal
export type Refusal =
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

/** Books an appointment for the patient of a session. The insert is the check: the session, the treatment's row and the constraints of
 *  `booking` decide in one statement. Only after a refused insert, a query finds the reason (docs/decisions/0004). */
export async function book(
  db: Db,
  sessionId: string,
  input: BookingInput,
  rules: BookingRules,
): Promise<BookingOutcome> {
  const state = rules.slotState(input.date, input.slot)
  if (state !== 'open') return { ok: false, reason: state }
  const newBooking = { ...input, sessionId, today: rules.today(), maxUpcoming: rules.maxUpcoming }
  // The conflict may be gone before the reason is found. Then retry once.
  for (const _attempt of [1, 2]) {
    const booking = await insertBooking(db, newBooking)
    if (booking) return { ok: true, booking }
    const refusal = await findRefusal(db, newBooking)
    if (refusal) return refusal
  }
  return { ok: false, reason: 'slot-taken' }
}

async function findRefusal(db: Db, newBooking: NewBooking): Promise<Refusal | undefined> {
  const found = await explainRefusal(db, newBooking)
  if (!found) return { ok: false, reason: 'unknown-treatment' }
  if (!found.patientId) return { ok: false, reason: 'signed-out' }
  if (!found.slots.includes(newBooking.slot)) return { ok: false, reason: 'unknown-slot' }
  if (found.price !== newBooking.price) return { ok: false, reason: 'price-changed', price: found.price }
  if (found.clash?.patientId === found.patientId) return { ok: false, reason: 'already-booked', booking: found.clash }
  if (found.clash) return { ok: false, reason: 'slot-taken' }
  if (found.upcoming >= newBooking.maxUpcoming) return { ok: false, reason: 'too-many-upcoming' }
  return undefined
}
