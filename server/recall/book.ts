import { v7 as uuid } from 'uuid'
import type { Cents } from '#contract/kit/money/amount.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { admit, inOneTransaction, type Retry, whyNotForPatient } from '#server/booking/admit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { findOffer, type NoOffer, type Offer, type Wish } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import type { Today } from './due-store.ts'
import {
  explainNoBooking,
  findPhone,
  hasAppointmentAhead,
  insertBookingByRecall,
  listDueOf,
  lockInvited,
  setBooked,
} from './link-store.ts'

type Deps = { db: Db; calendar: Calendar }
export type RecallWish = Wish & { priceCents: Cents }
export type NoRecallBooking =
  | NoOffer
  | 'slot-taken'
  | 'price-changed'
  | 'too-many-upcoming'
  | 'not-due'
  | 'has-appointment'

/** Books a treatment that a patient is due for, with an entry in the audit trail: both or neither. Of several presses
 *  one books. `actor` is who has the link.
 *  @throws ProblemError 503 if the rules change all the time */
export function bookByRecall(
  { db, calendar }: Deps,
  patientId: string,
  wish: RecallWish,
  actor: AuditActor,
): Promise<Outcome<{ booking: BookingWithDoctor }, NoRecallBooking>> {
  return admit<Outcome<{ booking: BookingWithDoctor }, NoRecallBooking>>(
    { db, calendar },
    {
      wish,
      find: (rules, now) => findOffer(rules, wish, now),
      choice: 'offered',
      make: ({ offer, all, today, rules: { timeZone } }) => {
        const newBooking = { ...wish, ...offer, today, timeZone, patientId }
        return inOneTransaction(db, offer, (tx) => bookIn(tx, newBooking, all, actor))
      },
    },
  )
}

type NewBooking = RecallWish & Offer & Today & { patientId: string }

async function bookIn(
  tx: Db,
  input: NewBooking,
  all: Offer,
  actor: AuditActor,
): Promise<Outcome<{ booking: BookingWithDoctor }, NoRecallBooking> | Retry> {
  const { patientId } = input
  await lockInvited(tx, patientId)
  if (await hasAppointmentAhead(tx, patientId, input)) return refused('has-appointment')
  const due = (await listDueOf(tx, patientId, input)).find(({ treatmentId }) => treatmentId === input.treatmentId)
  if (!due) return refused('not-due')
  if (due.priceCents !== input.priceCents) return refused('price-changed')
  const newBooking = { ...input, id: uuid(), phone: await findPhone(tx, patientId) }
  const booking = await insertBookingByRecall(tx, newBooking)
  if (!booking) {
    const { reason } = whyNotForPatient(await explainNoBooking(tx, { ...newBooking, ...all }), input)
    return refused(reason === 'already-booked' ? 'has-appointment' : reason)
  }
  await setBooked(tx, due.id, booking.id)
  const entry = { action: 'book-appointment' as const, target: toAuditTarget(booking), personIds: [patientId] }
  await appendAudit(tx, { ...actor, ...entry })
  return { ok: true, booking }
}
