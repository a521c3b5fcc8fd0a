import type { WaitingEnd } from '#contract/booking/waiting-list.ts'
import type { Cents } from '#contract/kit/money/amount.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type Fixed, immovable, type Mover, moveBy } from '#server/appointment/move.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { type Admission, admit, inOneTransaction, type Retry, whyNotForPatient } from '#server/booking/admit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { findOffer as findPlace, type NoOffer } from '#server/calendar/rules/offer.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import { explainNotTaken, type FoundOffer, findOffer, insertTaken, markLost, markTaken } from './taken-offer-store.ts'

type Deps = { db: Db; calendar: Calendar }

/** Why an offer can't be taken. `end`: why the patient no longer waits. */
export type TakeRefusal =
  | Refused<
      | 'slot-taken'
      | 'not-offered'
      | 'online-closed'
      | 'offer-expired'
      | 'own-appointment'
      | 'too-many-upcoming'
      | 'appointment-begun'
    >
  | Refused<'price-changed', { priceCents: number }>
  | Refused<'no-longer-waiting', { end: WaitingEnd | null }>
export type TakeOutcome = { ok: true; booking: BookingWithDoctor | undefined; formerDate?: IsoDate } | TakeRefusal

/** Takes the time of an offer: books it, or moves the appointment that it replaces, and records it in the audit
 *  trail. Nothing was held: the constraints of `booking` decide who is first. Whoever is not stays in the list. A
 *  repeated call for an offer that is taken succeeds.
 *  @throws ProblemError 503 if the rules change all the time
 *  @param priceCents the price that the patient has seen */
export async function takeOffer(
  deps: Deps,
  found: FoundOffer,
  priceCents: Cents | undefined,
  actor: AuditActor,
): Promise<TakeOutcome> {
  if (found.offer.state === 'taken') return { ok: true, booking: undefined }
  if (found.entry.endedAt) return { ok: false, reason: 'no-longer-waiting', end: found.entry.endReason }
  if (found.offer.expiresAt <= deps.calendar.clock()) return refused('offer-expired')
  const outcome = found.entry.bookingId
    ? await moveTo(deps, found, found.entry.bookingId, actor)
    : await bookFrom(deps, found, priceCents ?? 0, actor)
  if (outcome.ok) return outcome
  // The same press may have been sent twice.
  const now = await findOffer(deps.db, found.offer.id)
  if (now?.offer.state === 'taken') return { ok: true, booking: undefined }
  if (now?.entry.endedAt) return { ok: false, reason: 'no-longer-waiting', end: now.entry.endReason }
  if (outcome.reason === 'slot-taken' || outcome.reason === 'not-offered') await markLost(deps.db, found.offer.id)
  return outcome
}

async function bookFrom(
  { db, calendar }: Deps,
  found: FoundOffer,
  priceCents: number,
  actor: AuditActor,
): Promise<TakeOutcome> {
  if (priceCents !== found.priceCents) return { ok: false, reason: 'price-changed', priceCents: found.priceCents }
  const outcome = await admit<Booked>(
    { db, calendar },
    {
      wish: { treatmentId: found.offer.treatmentId, date: found.date },
      find: (rules, now) => findPlace(rules, wishOf(rules, found), now),
      choice: 'free',
      make: ({ offer, all, today }) =>
        inOneTransaction(db, offer, (tx) => bookIn(tx, found, { offer, all, priceCents, today }, actor)),
    },
  )
  if (outcome.ok || outcome.reason === 'price-changed') return outcome
  return refused(outcome.reason === 'too-many-upcoming' ? outcome.reason : reasonOf(outcome.reason))
}

type Booked =
  | { ok: true; booking: BookingWithDoctor }
  | Refused<NoOffer | 'own-appointment' | 'slot-taken' | 'too-many-upcoming'>
  | Refused<'price-changed', { priceCents: number }>

type Place = Pick<Admission, 'offer' | 'all' | 'today'> & { priceCents: number }

async function bookIn(
  tx: Db,
  found: FoundOffer,
  { offer, all, priceCents, today }: Place,
  actor: AuditActor,
): Promise<Booked | Retry> {
  const booking = await insertTaken(tx, found, { ...offer, priceCents, today })
  if (!booking) {
    const refusal = whyNotForPatient(await explainNotTaken(tx, found, { ...all, today }), { ...offer, priceCents })
    return refusal.reason === 'already-booked' ? refused('own-appointment') : refusal
  }
  if (!(await markTaken(tx, found, booking.id))) return refused('conflict')
  const personIds = [booking.patientId]
  await appendAudit(tx, { ...actor, action: 'book-appointment', target: toAuditTarget(booking), personIds })
  return { ok: true as const, booking }
}

/** Rolls a move back whose entry had ended before. */
class NoLongerWaiting extends Error {}

async function moveTo(deps: Deps, found: FoundOffer, bookingId: string, actor: AuditActor): Promise<TakeOutcome> {
  const former = await findAnyBooking(deps.db, bookingId)
  if (!former) return refused('appointment-begun')
  const onMoved = async (tx: Db, moved: BookingWithDoctor) => {
    if (!(await markTaken(tx, found, moved.id))) throw new NoLongerWaiting()
    const target = `${toAuditTarget(former)} to ${formatMediumDate(found.date)}, ${moved.slot}`
    await appendAudit(tx, { ...actor, action: 'move-appointment', target, personIds: [moved.patientId] })
  }
  const findOffer: Mover<Fixed>['findOffer'] = (rules, _wish, now) => findPlace(rules, wishOf(rules, found), now)
  const wish = { date: found.date, slot: found.offer.slot }
  const outcome = await moveBy({ findOffer, choice: 'free', refusal: immovable, onMoved }, deps, former, wish).catch(
    (error: unknown) => {
      if (error instanceof NoLongerWaiting) return refused('cancelled')
      throw error
    },
  )
  if (outcome.ok) return { ok: true, booking: outcome.booking, formerDate: former.date }
  return refused(isFixed(outcome.reason) ? 'appointment-begun' : reasonOf(outcome.reason))
}

const isFixed = (reason: string): reason is Fixed => reason === 'cancelled' || reason === 'begun'

/** The time, with the dentist whom the patient waits for; any if they no longer perform the treatment. */
function wishOf(rules: Rules, { offer, date }: FoundOffer) {
  const performs = performersOf(rules, offer.treatmentId).some(({ id }) => id === offer.doctorId)
  const doctor = performs ? (offer.doctorId ?? undefined) : undefined
  return { treatmentId: offer.treatmentId, date, slot: offer.slot, doctor }
}

function reasonOf(reason: NoOffer | 'slot-taken' | 'own-appointment') {
  if (reason === 'slot-taken' || reason === 'own-appointment' || reason === 'online-closed') return reason
  return reason === 'slot-begun' || reason === 'too-soon' || reason === 'day-past' ? 'offer-expired' : 'not-offered'
}
