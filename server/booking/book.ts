import { type Refused, refused } from '#contract/kit/outcome.ts'
import { isHidden } from '#server/access/authorize.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { findOffer, type NoOffer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { admit, type Retry, whyNotForPatient } from './admit.ts'
import { type BookingInput, insertBooking, type NewBooking } from './insert-store.ts'
import { explainForSession } from './refusal-store.ts'
import type { BookingWithDoctor } from './store.ts'

export type BookingOutcome = { ok: true; booking: BookingWithDoctor } | Refusal
export type Refusal =
  | Refused<NoOffer | 'too-many-upcoming' | 'slot-taken' | 'signed-out' | 'unknown-patient'>
  | Refused<'already-booked', { booking: BookingWithDoctor }>
  | Refused<'price-changed', { priceCents: number }>

/** Books an appointment for a patient of the session's account. The insert is the check: the session, the treatment's
 *  row, the constraints of `booking` and the version of the rules decide in one statement. Only after a refused insert,
 *  or for a time that is known to be taken, a query finds the reason (docs/decisions/0004, 0031).
 *  @throws ProblemError 503 if the rules change all the time */
export function book(
  { db, calendar }: { db: Db; calendar: Calendar },
  sessionId: string,
  input: BookingInput,
): Promise<BookingOutcome> {
  return admit<BookingOutcome>(
    { db, calendar },
    {
      wish: input,
      find: (rules, now) => findOffer(rules, input, now),
      choice: 'offered',
      make: async ({ offer, all, isTaken, today }): Promise<BookingOutcome | Retry> => {
        const booking = isTaken ? undefined : await insertBooking(db, { ...input, ...offer, sessionId, today })
        if (booking) return { ok: true, booking }
        const refusal = await findRefusal(db, { ...input, ...all, sessionId, today })
        if (refusal.reason === 'slot-taken' && !isTaken) refreshDay(calendar, input)
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
async function findRefusal(db: Db, newBooking: NewBooking): Promise<Refusal | Retry> {
  const found = await explainForSession(db, newBooking)
  if (found && !found.userId) return refused('signed-out')
  if (found && !found.patientId) return refused('unknown-patient')
  const refusal = whyNotForPatient(found, newBooking)
  if (refusal.reason !== 'already-booked') return refusal
  const account = { userId: found?.userId ?? '', hasConfirmedEmail: found?.hasConfirmedEmail ?? false }
  return isHidden(account, refusal.booking) ? refused('slot-taken') : refusal
}
