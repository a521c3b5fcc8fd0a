import type { AuditAction } from '#contract/audit.ts'
import type { CancelReason } from '#contract/booking/change-booking.ts'
import { changesAt, type PatientState } from '#contract/booking/patient-changes.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { BookingRules, NoOffer } from '#server/booking/book.ts'
import type { Wish } from '#server/booking/insert-store.ts'
import { moveToOffer, readPolicy } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'

/** Why an appointment can't be moved to a time. */
type NoMove = NoOffer | 'slot-taken' | 'own-appointment'

/** Why a patient can't move an appointment any more. */
type Immovable = 'cancelled' | 'begun'

/** Why a patient can't cancel an appointment any more. `until`: when they could; undefined if they never could. */
type Uncancellable = { reason: Immovable } | { reason: 'too-late'; until: Date | undefined }

export type MoveRefusal = { reason: Immovable | NoMove }
export type CancelRefusal = Uncancellable | { reason: 'not-refundable' }

type Moved = { ok: true; booking: BookingWithDoctor }
export type MoveOutcome = Moved | ({ ok: false } & MoveRefusal)
/** `refund` in cents. */
export type CancelOutcome = { ok: true; booking: BookingWithDoctor; refund: number } | ({ ok: false } & CancelRefusal)

type AuditEntry = { userId: string; actor: string; action: AuditAction; target: string; ip: string }

/** Requests a refund in the transaction `tx`: of all that is left of a payment, or of `amount` cents. Returns the cents, or why none can be
 *  refunded. */
export type RequestRefund = (
  tx: Db,
  transactionId: string,
  byStaff?: { amount: number; note: string; requestedBy: string },
) => Promise<number | 'unknown' | 'too-much'>

export type ChangeDeps = {
  db: Db
  clock: () => Date
  rules: BookingRules
  requestRefund: RequestRefund
  /** Appends to the audit trail, in the transaction `tx`. */
  appendAudit: (tx: Db, entry: AuditEntry) => Promise<void>
}

export type MoveWish = Omit<Wish, 'treatmentId'>

/** Who moves an appointment. `refusal` returns why they can't change it, for the row as the transaction sees it. `onMoved` runs in the
 *  transaction of the move. */
export type Mover<Reason> = {
  refusal: (booking: BookingWithDoctor | undefined, now: Date) => Reason | undefined
  onMoved: (tx: Db, moved: BookingWithDoctor) => Promise<void>
}

/** Moves an appointment of its patient to another time and records it in the audit trail: all of it or nothing. A payment stays with it.
 *  @param found the appointment before the call
 *  @param ip the address of the patient's client */
export function move(deps: ChangeDeps, found: BookingWithDoctor, input: MoveWish, ip: string): Promise<MoveOutcome> {
  const onMoved = (tx: Db, moved: BookingWithDoctor) => {
    const target = `${toAuditTarget(found)} to ${timeOf(moved)}`
    return deps.appendAudit(tx, { ...patientOf(found), action: 'move-appointment', target, ip })
  }
  return moveBy({ refusal: immovable, onMoved }, deps, found, input)
}

/** Moves an appointment like `move`, as far as `mover` may. */
export async function moveBy<Reason>(
  mover: Mover<Reason>,
  deps: Pick<ChangeDeps, 'db' | 'clock' | 'rules'>,
  found: BookingWithDoctor,
  input: MoveWish,
): Promise<Moved | { ok: false; reason: Reason | NoMove }> {
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
        const reason = mover.refusal(booking, deps.clock())
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

/** Cancels an appointment of its patient and records it in the audit trail. What is left of its payment is refunded.
 *  @param ip the address of the patient's client */
export function cancel(deps: ChangeDeps, id: string, reason: CancelReason, ip: string): Promise<CancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) return { ok: false, reason: 'cancelled' }
    const refusal = uncancellable(booking, await readPolicy(tx), deps.clock())
    if (refusal) return { ok: false, ...refusal }
    const refund = booking.transactionId === null ? 0 : await deps.requestRefund(tx, booking.transactionId)
    if (typeof refund === 'string') return { ok: false, reason: 'not-refundable' }
    await cancelBooking(tx, id, { refund, reason })
    await deps.appendAudit(tx, {
      ...patientOf(booking),
      action: 'cancel-appointment',
      target: toAuditTarget(booking),
      ip,
    })
    return { ok: true, booking, refund }
  })
}

/** Returns why a patient can't move an appointment; undefined if they can. */
function immovable(booking: BookingWithDoctor | undefined, now: Date): Immovable | undefined {
  // The hours for free cancellation don't matter here.
  return booking ? fixedIn(changesAt(booking, { freeCancelHours: 0 }, now).state) : 'cancelled'
}

/** Returns why a patient can't cancel an appointment; undefined if they can. */
function uncancellable(
  booking: BookingWithDoctor,
  policy: { freeCancelHours: number },
  now: Date,
): Uncancellable | undefined {
  const { state, cancelUntil } = changesAt(booking, policy, now)
  if (state === 'too-late') return { reason: state, until: cancelUntil }
  const reason = fixedIn(state)
  return reason && { reason }
}

function fixedIn(state: PatientState): Immovable | undefined {
  if (state === 'cancelled') return state
  return state === 'begun' || state === 'over' ? 'begun' : undefined
}

const patientOf = ({ patientId, patient }: BookingWithDoctor) => ({ userId: patientId, actor: patient })

const timeOf = ({ date, slot }: BookingWithDoctor) => `${formatMediumDate(date as IsoDate)}, ${slot}`

// The patient's own constraints refuse at once. The others can be met with another doctor or chair.
const ownConstraints = ['booking_patient_once', 'booking_patient_time_once']
const sharedConstraints = ['booking_doctor_once', 'booking_chair_once', 'booking_treatment_once']

/** Returns what an error of the database means for a move. @throws the error if it is none of the booking's constraints */
export function conflictOf(error: unknown): { ok: false; reason: 'own-appointment' } | 'conflict' {
  const constraint = (error as { cause?: { constraint?: unknown } }).cause?.constraint
  if (ownConstraints.includes(String(constraint))) return { ok: false, reason: 'own-appointment' }
  if (sharedConstraints.includes(String(constraint))) return 'conflict'
  throw error
}
