import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { conflictOf, type Mover, type MoveWish, moveBy, type NoMove } from '#server/appointment/move.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { type Admission, admit, inOneTransaction } from '#server/booking/admit.ts'
import { rescheduleBooking } from '#server/booking/move-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { performersOf } from '#server/calendar/rules/rules.ts'
import { findOfferForStaff, type NoOfferOutside, offerOutsideRules } from '#server/calendar/staff-offers.ts'
import type { Db } from '#server/database/db.ts'
import { type DeskRow, existingDeskBooking, pickChair } from './store.ts'

/** Why staff can't move an appointment in its status. */
export type Fixed = 'unknown-appointment' | 'cancelled' | 'over' | 'arrived'

/** Why staff did not move an appointment. */
export type StaffMoveRefusal = Fixed | NoMove | NoOfferOutside | 'doctor-needed'

type Deps = { db: Db; calendar: Calendar }

/** Moves an appointment to another time or doctor and records it in the audit trail, both or neither. With `override`
 *  it may break the rules and overlap others.
 *  @param found the appointment before the call */
export async function moveByStaff(
  deps: Deps,
  found: DeskRow,
  { override, ...wish }: MoveWish & { override?: { note: string } | undefined },
  record: RecordAudit,
): Promise<Outcome<{ appointment: DeskRow }, StaffMoveRefusal>> {
  const mover: Mover<Fixed> = {
    findOffer: findOfferForStaff,
    choice: 'free',
    refusal: (booking) => fixedReason(booking, wish),
    onMoved: (tx, { date, slot, doctorName }) => {
      const place = `${formatMediumDate(date)}, ${slot}${doctorName ? ` with ${doctorName}` : ''}`
      const target = `${toAuditTarget(found)} to ${place}${override ? ', in spite of the rules' : ''}`
      return record(tx, 'move-appointment', target, [found.patientId])
    },
  }
  const outcome = override
    ? await moveInSpite(mover, deps, found, wish, override)
    : await moveBy(mover, deps, found, wish)
  return outcome.ok ? { ok: true, appointment: await existingDeskBooking(deps.db, found.id) } : outcome
}

/** Moves an appointment without a look at rules and at other appointments; it may be the patient's second of its
 *  treatment that day. It lasts as long as the treatment of `found`, and keeps its dentist if `wish` names none. One
 *  that has none gets one if somebody performs the treatment. */
export function moveInSpite<Reason extends string>(
  { refusal, onMoved }: Mover<Reason>,
  { db, calendar }: Deps,
  found: DeskRow,
  input: MoveWish,
  override: { note: string },
): Promise<Outcome<object, Reason | Exclude<StaffMoveRefusal, Fixed> | 'unknown-appointment'>> {
  const [start, end] = [found.startsAt.getTime(), found.endsAt.getTime()]
  const length = { duration: end - start, buffer: found.busyUntil - end }
  const wish = { ...input, treatmentId: found.treatmentId }
  const moveIn = async (tx: Db, { offer, rules }: Admission) => {
    const booking = await lockBooking(tx, found.id)
    const reason = refusal(booking, calendar.clock())
    if (reason || !booking) return refused(reason ?? 'unknown-appointment')
    const doctorId = wish.doctor ?? booking.doctorId
    if (doctorId === null && performersOf(rules, wish.treatmentId).length > 0) return refused('doctor-needed')
    const chairId = (await pickChair(tx, booking.id, offer)) ?? booking.chairId
    const place = { slot: wish.slot, ...offer, date: wish.date, doctorId, chairId }
    await onMoved(tx, await rescheduleBooking(tx, booking.id, place, { reason: override.note }))
    return { ok: true as const }
  }
  return admit<Outcome<object, Reason | Exclude<StaffMoveRefusal, Fixed> | 'unknown-appointment'>>(
    { db, calendar },
    {
      wish,
      find: (rules, now) => offerOutsideRules(rules, wish, now, length),
      choice: 'free',
      make: (admission) =>
        inOneTransaction(db, admission.offer, (tx) => moveIn(tx, admission))
          .catch(conflictOf)
          // Another desk can give the patient the same treatment that day meanwhile. The next try finds that, and is
          // the second.
          .then((moved) => (!moved.ok && moved.reason === 'own-appointment' ? refused('conflict') : moved)),
    },
  )
}

/** Returns why staff can't move a booking to a day; undefined if they can. */
export function fixedReason(
  booking: BookingWithDoctor | undefined,
  { date }: Pick<MoveWish, 'date'>,
): Fixed | undefined {
  if (!booking) return 'unknown-appointment'
  if (booking.status === 'cancelled') return 'cancelled'
  if (booking.status === 'done' || booking.status === 'no-show') return 'over'
  return booking.status === 'arrived' && booking.date !== date ? 'arrived' : undefined
}
