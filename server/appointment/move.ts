import { changesAt, type PatientState } from '#contract/booking/patient-changes.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { moveToOffer } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { type Again, againOr, makeByCurrentRules } from '#server/calendar/current-rules.ts'
import { findOffer, type NoOffer, type Offer, type Wish } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'

/** Why an appointment can't be moved to a time. */
export type NoMove = NoOffer | 'slot-taken' | 'own-appointment'

/** Why a patient can't change an appointment any more. */
export type Fixed = 'cancelled' | 'begun'

type Deps = { db: Db; calendar: Calendar }
type Moved = { booking: BookingWithDoctor }
export type MoveWish = Omit<Wish, 'treatmentId'>

/** Who moves an appointment. `findOffer` returns what the rules offer them, `place` what of that they are offered
 *  now, `refusal` why they can't change it, for the row as the transaction sees it. `onMoved` runs in the
 *  transaction of the move. */
export type Mover<Reason extends string> = {
  findOffer: typeof findOffer
  place?: Calendar['placeTightly']
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
  const mover = { findOffer, place: deps.calendar.placeTightly, refusal: immovable, onMoved }
  return moveBy(mover, deps, found, input)
}

/** Moves an appointment like `move`, as far as `mover` may.
 *  @throws ProblemError 503 if the rules change all the time */
export async function moveBy<Reason extends string>(
  mover: Mover<Reason>,
  { db, calendar }: Deps,
  found: BookingWithDoctor,
  input: MoveWish,
): Promise<Outcome<Moved, Reason | NoMove>> {
  const wish = { ...input, treatmentId: found.treatmentId }
  const plan = async (rules: Rules, isFirst: boolean) => {
    const offered = mover.findOffer(rules, wish, calendar.clock())
    if (!offered.ok) return offered
    const offer = mover.place && isFirst ? await mover.place(wish, offered) : offered.offer
    return offer ? { ok: true as const, offer, isWhole: offer === offered.offer } : refused('slot-taken')
  }
  type Planned = { offer: Offer; isWhole: boolean }
  const make = async ({ offer, isWhole }: Planned): Promise<Outcome<Moved, Reason | NoMove> | Again> => {
    const outcome = await db
      .transaction(async (tx): Promise<Outcome<Moved, Reason | NoMove | Again>> => {
        await shareRules(tx)
        const policy = await readPolicy(tx)
        if (policy.version !== offer.rulesVersion) return refused('rules-changed')
        const booking = await lockBooking(tx, found.id)
        const reason = mover.refusal(booking, calendar.clock())
        if (reason) return { ok: false, reason }
        const moved = await moveToOffer(tx, found, wish, offer)
        if (!moved) return refused(isWhole ? 'slot-taken' : 'conflict')
        await mover.onMoved(tx, moved)
        return { ok: true, booking: moved }
      })
      .catch(conflictOf)
    return againOr(outcome)
  }
  return makeByCurrentRules({ db, calendar }, { plan, make })
}

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
