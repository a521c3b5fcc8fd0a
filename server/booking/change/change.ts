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

type Moved = { ok: true; booking: BookingWithDoctor }
export type MoveOutcome = Moved | { ok: false; reason: MoveRefusal }
export type CancelOutcome =
  | { ok: true; booking: BookingWithDoctor; refund: number }
  | { ok: false; reason: Unchangeable | 'not-refundable' }

export type RequestRefund = (
  tx: Db,
  transactionId: string,
  byStaff?: { amount: number; note: string; requestedBy: string },
) => Promise<number | 'unknown' | 'too-much'>

export type ChangeDeps = {
  db: Db
  clock: () => Date
  rules: BookingRules
  /** Requests a refund in the transaction `tx`: of all that is left of a payment, or of `amount` cents. Returns the cents, or why none can be
   *  refunded. */
  requestRefund: RequestRefund
}

export type MoveWish = Omit<Wish, 'treatmentId'>

/** Who moves an appointment. `refusal` returns why they can't change it, for the row as the transaction sees it. `onMoved` runs in the
 *  transaction of the move. */
export type Mover<Reason> = {
  refusal: (
    booking: BookingWithDoctor | undefined,
    policy: { freeCancelHours: number },
    now: Date,
  ) => Reason | undefined
  onMoved: (tx: Db, moved: BookingWithDoctor) => Promise<void>
}

const byPatient: Mover<Unchangeable> = { refusal: unchangeable, onMoved: async () => {} }

/** Moves an appointment of its patient to another time: all of it or nothing. A payment stays with it.
 *  @param found the appointment before the call */
export function move(deps: ChangeDeps, found: BookingWithDoctor, input: MoveWish): Promise<MoveOutcome> {
  return moveBy(byPatient, deps, found, input)
}

/** Moves an appointment like `move`, as far as `mover` may. */
export async function moveBy<Reason>(
  mover: Mover<Reason>,
  deps: Pick<ChangeDeps, 'db' | 'clock' | 'rules'>,
  found: BookingWithDoctor,
  input: MoveWish,
): Promise<Moved | { ok: false; reason: Reason | NoOffer | 'slot-taken' | 'own-appointment' }> {
  const wish = { ...input, treatmentId: found.treatmentId }
  // Another patient can take the doctor or chair that was picked, and the rules can change. Each retry finds one doctor fewer.
  for (let retries = 0, doctors = 1; retries <= doctors + 1; retries += 1) {
    const offer = await deps.rules.offer(wish)
    if (typeof offer === 'string') return { ok: false, reason: offer }
    doctors = offer.doctors.length
    const outcome = await deps.db
      .transaction(async (tx) => {
        await shareRules(tx)
        const policy = await readPolicy(tx)
        if (policy.version !== offer.rulesVersion) return 'rules-changed' as const
        const booking = await lockBooking(tx, found.id)
        const reason = mover.refusal(booking, policy, deps.clock())
        if (reason) return { ok: false as const, reason }
        const moved = await moveToOffer(tx, found, wish, offer)
        if (!moved) return { ok: false as const, reason: 'slot-taken' as const }
        await mover.onMoved(tx, moved)
        return { ok: true as const, booking: moved }
      })
      .catch(conflictOf)
    if (outcome === 'rules-changed') deps.rules.forget()
    else if (outcome !== 'conflict') return outcome
  }
  return { ok: false, reason: 'slot-taken' }
}

/** Cancels an appointment of its patient. What is left of its payment is refunded; `refund` in cents. */
export function cancel(deps: ChangeDeps, id: string, reason: CancelReason): Promise<CancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    const refusal = unchangeable(booking, await readPolicy(tx), deps.clock())
    if (refusal || !booking) return { ok: false, reason: refusal ?? 'cancelled' }
    const refund = booking.transactionId === null ? 0 : await deps.requestRefund(tx, booking.transactionId)
    if (typeof refund === 'string') return { ok: false, reason: 'not-refundable' }
    await cancelBooking(tx, id, reason)
    return { ok: true, booking, refund }
  })
}

/** Cancels a locked or upcoming appointment for the clinic, in the transaction `tx`, and requests the refund of all that is left of its payment.
 *  Returns false, and changes nothing, if the payment can't be refunded. */
export async function cancelAndRefund(
  { requestRefund }: Pick<ChangeDeps, 'requestRefund'>,
  tx: Db,
  id: string,
): Promise<boolean> {
  const booking = await lockBooking(tx, id)
  if (booking?.transactionId && typeof (await requestRefund(tx, booking.transactionId)) === 'string') return false
  await cancelBooking(tx, id)
  return true
}

/** What staff choose when they cancel: the cents to refund of a payment, and who they are. */
export type StaffCancellation = { refund: number; note: string; requestedBy: string }

export type StaffCancelOutcome =
  | { ok: true; booking: BookingWithDoctor; refund: number }
  | { ok: false; reason: 'cancelled' | 'done' | 'not-refundable' | 'not-paid' | 'too-much' }

/** Cancels an appointment for the clinic, at any time until it is done. `record` appends to the audit trail. */
export function cancelByStaff(
  deps: Pick<ChangeDeps, 'db' | 'requestRefund'>,
  id: string,
  { refund: amount, note, requestedBy }: StaffCancellation,
  record: (tx: Db, booking: BookingWithDoctor) => Promise<void>,
): Promise<StaffCancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking || booking.status === 'cancelled') return { ok: false, reason: 'cancelled' }
    if (booking.status === 'done') return { ok: false, reason: 'done' }
    const { transactionId } = booking
    if (amount > 0 && transactionId === null) return { ok: false, reason: 'not-paid' }
    const refund =
      amount > 0 && transactionId !== null
        ? await deps.requestRefund(tx, transactionId, { amount, note, requestedBy })
        : 0
    if (refund === 'unknown') return { ok: false, reason: 'not-refundable' }
    if (refund === 'too-much') return { ok: false, reason: refund }
    await cancelBooking(tx, id)
    await record(tx, booking)
    return { ok: true, booking, refund }
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

/** Returns the outcome of a move that ended with this error: a time of the patient's own, or a conflict with others.
 *  @throws any other error */
export function conflictOf(error: unknown): { ok: false; reason: 'own-appointment' } | 'conflict' {
  const constraint = (error as { cause?: { constraint?: unknown } }).cause?.constraint
  if (ownConstraints.includes(String(constraint))) return { ok: false, reason: 'own-appointment' }
  if (sharedConstraints.includes(String(constraint))) return 'conflict'
  throw error
}
