import { changesAt, type PatientState } from '#contract/booking/patient-changes.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { type Admission, admit, inOneTransaction, type Retry } from '#server/booking/admit.ts'
import { moveToOffer } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { findOffer, type NoOffer, type Offer, type Wish } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'

/** Why an appointment can't be moved to a time. */
export type NoMove = NoOffer | 'slot-taken' | 'own-appointment'

/** Why a patient can't change an appointment any more. */
export type Fixed = 'cancelled' | 'begun'

type Deps = { db: Db; calendar: Calendar }
type Moved = { booking: BookingWithDoctor }
export type MoveWish = Omit<Wish, 'treatmentId'>

/** Who moves an appointment. `findOffer` returns what the rules offer them, `choice` is as in `admit`, `refusal` why
 *  they can't change it, for the row as the transaction sees it. `onMoved` runs in the transaction of the move. */
export type Mover<Reason extends string> = {
  findOffer: typeof findOffer
  choice: 'offered' | 'free'
  refusal: (booking: BookingWithDoctor | undefined, now: Date) => Reason | undefined
  onMoved: (tx: Db, moved: BookingWithDoctor) => Promise<void>
}

/** Moves an appointment of its patient to another time and records it in the audit trail: all of it or nothing. A
 *  payment stays with it.
 *  @param found the appointment before the call
 *  @param actor the patient, or who acts for them */
export function move(
  deps: Deps,
  found: BookingWithDoctor,
  input: MoveWish,
  actor: AuditActor,
): Promise<Outcome<Moved, Fixed | NoMove>> {
  const onMoved = (tx: Db, moved: BookingWithDoctor) => {
    const target = `${toAuditTarget(found)} to ${timeOf(moved)}`
    return appendAudit(tx, { ...actor, action: 'move-appointment', target, personIds: [moved.patientId] })
  }
  const mover = { findOffer, choice: 'offered' as const, refusal: immovable, onMoved }
  return moveBy(mover, deps, found, input)
}

/** Moves an appointment like `move`, as far as `mover` may. Unless `input` names a dentist, it keeps its own if they
 *  are free then.
 *  @throws ProblemError 503 if the rules change all the time */
export async function moveBy<Reason extends string>(
  mover: Mover<Reason>,
  deps: Deps,
  found: BookingWithDoctor,
  input: MoveWish,
): Promise<Outcome<Moved, Reason | NoMove>> {
  if (input.doctor !== undefined || found.doctorId === null) return moveTo(mover, deps, found, input)
  const kept = await moveTo(mover, deps, found, { ...input, doctor: found.doctorId })
  return kept.ok ? kept : moveTo(mover, deps, found, input)
}

function moveTo<Reason extends string>(
  { findOffer: find, choice, refusal, onMoved }: Mover<Reason>,
  { db, calendar }: Deps,
  found: BookingWithDoctor,
  input: MoveWish,
): Promise<Outcome<Moved, Reason | NoMove>> {
  const wish = { ...input, treatmentId: found.treatmentId }
  const moveIn = async (tx: Db, { offer, all }: Admission): Promise<Outcome<Moved, Reason | NoMove> | Retry> => {
    const reason = refusal(await lockBooking(tx, found.id), calendar.clock())
    if (reason) return { ok: false, reason }
    const booking = await moveToOffer(tx, found, wish, offer)
    // Another of all doctors may be free.
    if (!booking) return isSame(offer, all) ? refused('slot-taken') : refused('conflict')
    await onMoved(tx, booking)
    return { ok: true, booking }
  }
  const make = (admission: Admission) =>
    inOneTransaction(db, admission.offer, (tx) => moveIn(tx, admission)).catch(conflictOf)
  const way = { wish, find: (rules: Rules, now: Date) => find(rules, wish, now), choice, make }
  return admit<Outcome<Moved, Reason | NoMove>>({ db, calendar }, way)
}

const isSame = (offer: Offer, all: Offer) => offer.doctors.length === all.doctors.length

/** Returns why a patient can't move an appointment; undefined if they can. */
export function immovable(booking: BookingWithDoctor | undefined, now: Date): Fixed | undefined {
  // Until when it can be cancelled doesn't matter here.
  return booking ? fixedIn(changesAt(booking, { freeCancelHours: 0, graceMinutes: 0 }, now).state) : 'cancelled'
}

/** Returns why a patient can change nothing in a state; undefined if they can. */
export function fixedIn(state: PatientState): Fixed | undefined {
  if (state === 'cancelled') return state
  return state === 'begun' || state === 'over' ? 'begun' : undefined
}

const timeOf = ({ date, slot }: BookingWithDoctor) => `${formatMediumDate(date)}, ${slot}`

// The patient's own constraints refuse at once. The others can be met with another doctor or chair.
const ownConstraints = ['booking_patient_once', 'booking_patient_time_once']
const sharedConstraints = ['booking_doctor_once', 'booking_chair_once', 'booking_treatment_once']

/** Returns what an error of the database means for a move. @throws the error if it is none of the booking's
 *  constraints */
export function conflictOf(error: unknown) {
  const constraint = String((error as { cause?: { constraint?: unknown } }).cause?.constraint)
  if (ownConstraints.includes(constraint)) return refused('own-appointment')
  if (sharedConstraints.includes(constraint)) return refused('conflict')
  throw error
}
