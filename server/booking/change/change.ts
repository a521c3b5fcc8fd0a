import type { AuditAction } from '#contract/audit.ts'
import type { CancelReason } from '#contract/change-booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/engine/rules-lock.ts'
import type { BookingRules, NoOffer } from '../book/book.ts'
import type { Wish } from '../book/store.ts'
import { type BookingWithDoctor, cancelBooking, lockBooking } from '../store.ts'
import { moveToOffer, readPolicy } from './store.ts'

/** Why an appointment is not the patient's to change any more. `until`: when the time for changes ended. */
export type Unchangeable = { reason: 'cancelled' | 'begun' } | { reason: 'too-late'; until: Date }

/** Why an appointment was not moved. */
export type MoveRefusal = Unchangeable | { reason: NoOffer | 'slot-taken' | 'own-appointment' }

/** Why an appointment was not cancelled. */
export type CancelRefusal = Unchangeable | { reason: 'not-refundable' }

export type MoveOutcome = { ok: true; booking: BookingWithDoctor } | ({ ok: false } & MoveRefusal)
export type CancelOutcome = { ok: true; booking: BookingWithDoctor } | ({ ok: false } & CancelRefusal)

type AuditEntry = { userId: string; actor: string; action: AuditAction; target: string; ip: string }

export type ChangeDeps = {
  db: Db
  clock: () => Date
  rules: BookingRules
  /** Requests the full refund of a payment, in the transaction `tx`. Resolves to false if this server does not know the payment. */
  requestRefund: (tx: Db, transactionId: string) => Promise<boolean>
  /** Appends to the audit trail, in the transaction `tx`. */
  appendAudit: (tx: Db, entry: AuditEntry) => Promise<void>
}

type MoveWish = Omit<Wish, 'treatmentId'>

/** Moves an appointment of its patient to another time and records it in the audit trail: all of it or nothing. A payment stays with it.
 *  @param found the appointment before the call
 *  @param ip the address of the patient's client */
export async function move(
  deps: ChangeDeps,
  found: BookingWithDoctor,
  input: MoveWish,
  ip: string,
): Promise<MoveOutcome> {
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
        const refusal = unchangeable(booking, policy, deps.clock())
        if (refusal || !booking) return { ok: false, ...(refusal ?? { reason: 'cancelled' }) }
        const moved = await moveToOffer(tx, found, wish, offer)
        if (!moved) return { ok: false, reason: 'slot-taken' }
        const target = `${describe(booking)} to ${timeOf(moved)}`
        await deps.appendAudit(tx, { ...patientOf(booking), action: 'move-appointment', target, ip })
        return { ok: true, booking: moved }
      })
      .catch(conflictOf)
    if (outcome === 'rules-changed') deps.rules.forget()
    else if (outcome !== 'conflict') return outcome
  }
  return { ok: false, reason: 'slot-taken' }
}

/** Cancels an appointment of its patient and records it in the audit trail. Its payment, if any, is refunded in full.
 *  @param ip the address of the patient's client */
export function cancel(deps: ChangeDeps, id: string, reason: CancelReason, ip: string): Promise<CancelOutcome> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    const refusal = unchangeable(booking, await readPolicy(tx), deps.clock())
    if (refusal || !booking) return { ok: false, ...(refusal ?? { reason: 'cancelled' }) }
    if (booking.transactionId !== null && !(await deps.requestRefund(tx, booking.transactionId)))
      return { ok: false, reason: 'not-refundable' }
    await cancelBooking(tx, id, reason)
    await deps.appendAudit(tx, { ...patientOf(booking), action: 'cancel-appointment', target: describe(booking), ip })
    return { ok: true, booking }
  })
}

/** Returns until when a patient can change an appointment. */
export function changeableUntil({ startsAt }: { startsAt: Date }, policy: { freeCancelHours: number }): Date {
  return new Date(startsAt.getTime() - policy.freeCancelHours * 3_600_000)
}

/** Returns why a patient can't change an appointment; undefined if they can. */
export function unchangeable(
  booking: BookingWithDoctor | undefined,
  policy: { freeCancelHours: number },
  now: Date,
): Unchangeable | undefined {
  if (booking?.status !== 'booked') return { reason: 'cancelled' }
  if (booking.startsAt <= now) return { reason: 'begun' }
  const until = changeableUntil(booking, policy)
  return now > until ? { reason: 'too-late', until } : undefined
}

/** Returns the cents that go back to the card if an appointment is cancelled; undefined if it is not paid. */
export function refundOf({ transactionId, price }: BookingWithDoctor): number | undefined {
  return transactionId === null ? undefined : price
}

const patientOf = ({ patientId, patient }: BookingWithDoctor) => ({ userId: patientId, actor: patient })

const timeOf = ({ date, slot }: BookingWithDoctor) => `${formatMediumDate(date as IsoDate)}, ${slot}`

function describe(booking: BookingWithDoctor) {
  return `${booking.treatment} of ${booking.patientName} on ${timeOf(booking)}`
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
