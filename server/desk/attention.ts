import type { CallKind } from '#contract/calendar/attention.ts'
import type { Misfit } from '#contract/calendar/calendar.ts'
import type { Resolution } from '#contract/calendar/resolution.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { addNoticeMessage } from '#server/appointment/notice-store.ts'
import { addCall } from '#server/appointment/patient-call-store.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { rescheduleBooking } from '#server/booking/move-store.ts'
import { findUpcoming, listUpcomingOn, type UpcomingBooking } from '#server/booking/queries.ts'
import { cancelBooking, lockBooking, overrideBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readRules, readRulesIn } from '#server/calendar/store.ts'
import { misfitOf } from '#server/calendar-change/misfit.ts'
import { daysAround } from '#server/calendar-change/move-misfits.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { transact } from '#server/database/pool/transact.ts'
import { hasDied } from '#server/patient/store.ts'
import { type OverLimit, type RefundLimit, withinLimit } from '#server/payment/refund/limit.ts'
import { refundBooking } from '#server/payment/refund/refund-booking.ts'
import { type FreePlace, placesOn } from './free-places.ts'

type Place = Pick<FreePlace, 'slot' | 'startsAt' | 'endsAt' | 'busyUntil'> & {
  date: IsoDate
  doctorId: string | null
  chairId: string | null
}

type Deps = { db: Db; calendar: Calendar }

/** Why an appointment was not resolved. */
export type ResolutionRefusal = 'unknown-appointment' | 'resolved-already' | 'time-not-free' | 'not-refundable'

/** What becomes of an appointment. `ask`: the patient gets a link to choose another time. */
export type Step = Resolution | { action: 'ask' }

/** How an appointment is resolved. `refundLimit`: of the caller. `message`: what the patient reads about it. `shown`:
 *  where the caller saw it; elsewhere, or if it fits the rules, somebody else has resolved it. */
type How = {
  record: RecordAudit
  refundLimit: RefundLimit | undefined
  message?: string
  shown?: { date: IsoDate; slot: string }
}

/** Moves, keeps or cancels an upcoming appointment, or asks its patient to choose another time, and records it in the
 *  audit trail, all or nothing. Patients whom no message reaches are to be called; nobody is told if the patient has
 *  died. Holds the lock of the rules, so that no booking comes between the look at what is free and the move. */
export function resolve(
  { db, calendar: { clock } }: Deps,
  id: string,
  step: Step,
  { record, refundLimit, message = '', shown }: How,
): Promise<Outcome<object, ResolutionRefusal> | OverLimit> {
  return transact(db, async (tx): Promise<Outcome<object, ResolutionRefusal> | OverLimit> => {
    await lockRules(tx)
    const appointment = await findUpcoming(tx, clock(), id)
    if (!appointment) return refused(shown ? 'resolved-already' : 'unknown-appointment')
    const rules = await readRulesIn(tx)
    const { patientId, date, slot } = appointment
    const isOfDied = await hasDied(tx, patientId)
    if (shown && !isAsShown(appointment, shown, (isOfDied && 'patient-died') || misfitOf(rules, appointment)))
      return refused('resolved-already')
    const target = describe(appointment)
    if (step.action === 'keep') {
      await overrideBooking(tx, id, step.note)
      await record(tx, 'keep-appointment', target, [patientId])
      return { ok: true }
    }
    const tell = async (kind: CallKind) => {
      if (!isOfDied) await addToTold(tx, { bookingId: id, kind, from: { date, slot }, message })
    }
    if (step.action === 'ask') {
      await tell('choose')
      await record(tx, 'ask-to-choose', target, [patientId])
      return { ok: true }
    }
    if (step.action === 'cancel') {
      const cancelled = await cancelAndRefund(tx, id, refundLimit)
      if (!cancelled.ok) return cancelled
      await tell('cancelled')
      await record(tx, 'cancel-appointment', target, [patientId])
      return { ok: true }
    }
    const others = await listOthers(tx, { id, date: step.date, now: clock() })
    const place = findPlace(rules, step, appointment, others, clock())
    if (!place) return refused('time-not-free')
    await rescheduleBooking(tx, id, place)
    await tell('moved')
    await record(tx, 'move-appointment', `${target} to ${formatMediumDate(place.date)}, ${place.slot}`, [patientId])
    return { ok: true }
  })
}

/** Tells whether an appointment is where somebody saw it, and still needs attention. */
function isAsShown(
  { date, slot }: UpcomingBooking,
  shown: { date: IsoDate; slot: string },
  reason: Misfit | undefined,
): boolean {
  return date === shown.date && slot === shown.slot && reason !== undefined
}

/** Gives the email about a change its message, and adds the patient to those who are to be called, if it does not
 *  reach them. */
async function addToTold(tx: Db, told: Parameters<typeof addCall>[1]): Promise<void> {
  await addNoticeMessage(tx, told)
  await addCall(tx, told)
}

/** Cancels an appointment for the clinic and requests the refund of all that is left of its payments, or changes
 *  nothing. */
async function cancelAndRefund(tx: Db, id: string, limit: RefundLimit | undefined) {
  await lockBooking(tx, id)
  return withinLimit(tx, id, limit, async (within) => {
    const refunded = await refundBooking(within, id, { reason: 'cancelled' })
    if (!refunded.ok) return refused('not-refundable')
    await cancelBooking(within, id, { refund: refunded.refund })
    return { ok: true as const }
  })
}

/** Returns the times on a day to which an upcoming appointment can move; undefined if there is no such appointment. */
export async function listPlaces(
  { db, calendar: { clock } }: Deps,
  id: string,
  date: IsoDate,
): Promise<{ rules: Rules; places: FreePlace[] } | undefined> {
  const rules = await readRules(db)
  const appointment = await findUpcoming(db, clock(), id)
  if (!appointment) return undefined
  const others = await listOthers(db, { id, date, now: clock() })
  return { rules, places: placesOn(rules, date, appointment, others, clock()) }
}

/** Lists what can be in the way on a day. */
async function listOthers(
  db: Db,
  { id, date, now }: { id: string; date: IsoDate; now: Date },
): Promise<UpcomingBooking[]> {
  const near = await listUpcomingOn(db, now, daysAround(date))
  return near.filter((each) => each.id !== id)
}

function findPlace(
  rules: Rules,
  { date, slot, doctor }: Extract<Resolution, { action: 'move' }>,
  appointment: UpcomingBooking,
  others: UpcomingBooking[],
  now: Date,
): Place | undefined {
  const free = placesOn(rules, date, appointment, others, now).find((place) => place.slot === slot)
  if (!free || (doctor && !free.doctors.includes(doctor))) return undefined
  const { startsAt, endsAt, busyUntil, doctors, chairs } = free
  const doctorId = doctor ?? doctors.find((id) => id === appointment.doctorId) ?? doctors[0] ?? null
  const chairId = chairs.find((id) => id === appointment.chairId) ?? chairs[0] ?? null
  return { date, slot, startsAt, endsAt, busyUntil, doctorId, chairId }
}

function describe({ treatment, date, slot, patientName }: UpcomingBooking) {
  return `${treatment} of ${patientName} on ${formatMediumDate(date)}, ${slot}`
}
