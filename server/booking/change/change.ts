import type { CancelReason } from '#contract/change-booking.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/engine/rules-lock.ts'
import type { BookingRules, NoOffer } from '../book/book.ts'
import type { Wish } from '../book/store.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '../store.ts'
import { moveToOffer, readPolicy } from './store.ts'

/** Why an appointment is not the patient's to change any more. */
type Unchangeable = 'cancelled' | 'begun' | 'too-late'

/** Why an appointment was not moved. */
export type MoveRefusal = Unchangeable | NoOffer | 'slot-taken' | 'own-appointment'

export type MoveOutcome = { ok: true; booking: BookingWithDoctor } | { ok: false; reason: MoveRefusal }
export type CancelOutcome =
  | { ok: true; booking: BookingWithDoctor; isRefunded: boolean }
  | { ok: false; reason: Unchangeable | 'not-refundable' }

export type ChangeDeps = {
  db: Db
  clock: () => Date
  rules: BookingRules
  /** Requests the full refund of a payment, in the transaction `tx`. Resolves to false if this server does not know the payment. */
  requestRefund: (tx: Db, transactionId: string) => Promise<boolean>
}

type MoveWish = Omit<Wish, 'treatmentId'>

/** Moves an appointment of its patient to another time: all of it or nothing. A payment stays with it.
 *  @param found the appointment before the call */
export async function move(deps: ChangeDeps, found: BookingWithDoctor, input: MoveWish): Promise<MoveOutcome> {
  const wish = { ...input, treatmentId: found.treatmentId }
  // Another patient can take the doctor or chair that was picked, and the rules can change. Each retry finds one doctor fewer.
  for (let retries = 0, doctors = 1; retries <= doctors + 1; retries += 1) {
    const offer = await deps.rules.offer(wish)
    if (typeof offer === 'string') return { ok: false, reason: offer }
    doctors = offer.doctors.length
    const outcome = await deps.db
      .transaction(async (tx): Promise<MoveOutcome | 'rules-changed'> => {
        await shareRules(tx)
        const policy = await readPolicy(tx)
        if (policy.version !== offer.rulesVersion) return 'rules-changed'
        const booking = await lockBooking(tx, found.id)
        const reason = unchangeable(booking, policy, deps.clock())
        if (reason) return { ok: false, reason }
        const moved = await moveToOffer(tx, found, wish, offer)
        return moved ? { ok: true, booking: moved } : { ok: false, reason: 'slot-taken' }
      })
      .catch(conflictOf)
    if (outcome === 'rules-changed') deps.rules.forget()
    else if (outcome !== 'conflict') return outcome
  }
  return { ok: false, reason: 'slot-taken' }
}

/** Cancels an appointment of its patient. Its payment, if any, is refunded in full. */
export function cancel(deps: ChangeDeps, id: string, reason: CancelReason): Promise<CancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    const refusal = unchangeable(booking, await readPolicy(tx), deps.clock())
    if (refusal || !booking) return { ok: false, reason: refusal ?? 'cancelled' }
    const isPaid = booking.transactionId !== null
    if (booking.transactionId !== null && !(await deps.requestRefund(tx, booking.transactionId)))
      return { ok: false, reason: 'not-refundable' }
    await cancelBooking(tx, id, reason)
    return { ok: true, booking, isRefunded: isPaid }
  })
}

function unchangeable(
  booking: BookingWithDoctor | undefined,
  { freeCancelHours }: { freeCancelHours: number },
  now: Date,
): Unchangeable | undefined {
  if (booking?.status !== 'booked') return 'cancelled'
  const hoursLeft = (booking.startsAt.getTime() - now.getTime()) / 3_600_000
  if (hoursLeft <= 0) return 'begun'
  return hoursLeft < freeCancelHours ? 'too-late' : undefined
}

// The patient's own constraints refuse at once. The others can be met with another doctor or chair.
const ownConstraints = ['booking_patient_once', 'booking_patient_time_once']
const sharedConstraints = ['booking_doctor_once', 'booking_chair_once', 'booking_treatment_once']

function conflictOf(error: unknown): MoveOutcome | 'conflict' {
  const constraint = (error as { cause?: { constraint?: unknown } }).cause?.constraint
  if (ownConstraints.includes(String(constraint))) return { ok: false, reason: 'own-appointment' }
  if (sharedConstraints.includes(String(constraint))) return 'conflict'
  throw error
}
