import { refused } from '#contract/kit/outcome.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { isHidden } from '#server/access/authorize.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { type Again, makeByCurrentRules } from '#server/calendar/current-rules.ts'
import { findOffer, type NoOffer } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import { type BookingInput, explainRefusal, insertBooking, type NewBooking } from './insert-store.ts'
import type { BookingWithDoctor } from './store.ts'

export type BookingOutcome = { ok: true; booking: BookingWithDoctor } | Refusal
export type Refusal =
  | { ok: false; reason: NoOffer | 'too-many-upcoming' | 'slot-taken' | 'signed-out' | 'unknown-patient' }
  | { ok: false; reason: 'already-booked'; booking: BookingWithDoctor }
  | { ok: false; reason: 'price-changed'; priceCents: number }

/** Books an appointment for a patient of the session's account. The insert is the check: the session, the treatment's
 *  row, the constraints of `booking` and the version of the rules decide in one statement. Only after a refused insert,
 *  or for a time that is known to be taken, a query finds the reason (docs/decisions/0004, 0031).
 *  @throws ProblemError 503 if the rules change all the time */
export async function book(
  { db, calendar }: { db: Db; calendar: Calendar },
  sessionId: string,
  input: BookingInput,
): Promise<BookingOutcome> {
  const plan = async (rules: Rules, isFirst: boolean) => {
    const found = findOffer(rules, input, calendar.clock())
    if (!found.ok) return found
    const offer = isFirst ? await calendar.placeTightly(input, found) : found.offer
    const isTaken = isFirst && calendar.isKnownTaken(input, found)
    return offer ? { ok: true as const, offer, all: found.offer, isTaken } : refused('slot-taken')
  }
  return makeByCurrentRules(
    { db, calendar },
    {
      plan,
      make: async ({ offer, all, isTaken }, { timeZone }): Promise<BookingOutcome | Again> => {
        const today = clinicToday(calendar.clock(), timeZone)
        const booking = isTaken ? undefined : await insertBooking(db, { ...input, ...offer, sessionId, today })
        if (booking) return { ok: true, booking }
        const refusal = await findRefusal(db, { ...input, ...all, sessionId, today })
        if (typeof refusal === 'object' && refusal.reason === 'slot-taken' && !isTaken) refreshDay(calendar, input)
        return refusal
      },
    },
  )
}

/** The patient saw the time as free, perhaps because a notification was lost, and others may want it too. */
function refreshDay(calendar: Calendar, { date }: BookingInput): void {
  calendar.invalidate(date)
  calendar.days([date]).catch(() => undefined)
}

/** Returns why an insert was refused, or why the next one may succeed. */
async function findRefusal(db: Db, newBooking: NewBooking): Promise<Refusal | Again> {
  const found = await explainRefusal(db, newBooking)
  if (!found) return { ok: false, reason: 'unknown-treatment' }
  if (!found.userId) return { ok: false, reason: 'signed-out' }
  if (!found.patientId) return { ok: false, reason: 'unknown-patient' }
  if (found.priceCents !== newBooking.priceCents)
    return { ok: false, reason: 'price-changed', priceCents: found.priceCents }
  if (found.rulesVersion !== newBooking.rulesVersion) return 'rules-changed'
  if (found.clash) {
    if (isHidden({ userId: found.userId, hasConfirmedEmail: found.hasConfirmedEmail ?? false }, found.clash))
      return { ok: false, reason: 'slot-taken' }
    return { ok: false, reason: 'already-booked', booking: found.clash }
  }
  if (found.upcoming >= found.maxUpcoming) return { ok: false, reason: 'too-many-upcoming' }
  return found.isFree ? 'conflict' : { ok: false, reason: 'slot-taken' }
}
