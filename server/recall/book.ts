import { v7 as uuid } from 'uuid'
import type { Cents } from '#contract/kit/money/amount.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { type Again, againOr, makeByCurrentRules } from '#server/calendar/current-rules.ts'
import { findOffer, type NoOffer, type Offer, type Wish } from '#server/calendar/rules/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
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
export async function bookByRecall(
  deps: Deps,
  patientId: string,
  wish: RecallWish,
  actor: AuditActor,
): Promise<Outcome<{ booking: BookingWithDoctor }, NoRecallBooking>> {
  const { db, calendar } = deps
  const plan = async (rules: Rules) => {
    const found = findOffer(rules, wish, calendar.clock())
    if (!found.ok) return found
    return (await calendar.placeTightly(wish, found)) ? found : refused('slot-taken')
  }
  return makeByCurrentRules(deps, {
    plan,
    make: async ({ offer }, { timeZone }) => {
      const day = { today: clinicToday(calendar.clock(), timeZone), timeZone }
      return againOr(await db.transaction((tx) => bookIn(tx, patientId, { ...wish, ...offer, ...day }, actor)))
    },
  })
}

type Input = RecallWish & Offer & { today: IsoDate; timeZone: string }

async function bookIn(
  tx: Db,
  patientId: string,
  { timeZone, ...input }: Input,
  actor: AuditActor,
): Promise<Outcome<{ booking: BookingWithDoctor }, NoRecallBooking | Again>> {
  await lockInvited(tx, patientId)
  const day = { today: input.today, timeZone }
  if (await hasAppointmentAhead(tx, patientId, day)) return refused('has-appointment')
  const due = (await listDueOf(tx, patientId, day)).find(({ treatmentId }) => treatmentId === input.treatmentId)
  if (!due) return refused('not-due')
  if (due.priceCents !== input.priceCents) return refused('price-changed')
  const newBooking = { ...input, id: uuid(), patientId, phone: await findPhone(tx, patientId) }
  const booking = await insertBookingByRecall(tx, newBooking)
  if (!booking) {
    const found = await explainNoBooking(tx, newBooking)
    if (found?.rulesVersion !== input.rulesVersion) return refused('rules-changed')
    if (found.isFull) return refused('too-many-upcoming')
    return refused(found.isFree ? 'conflict' : 'slot-taken')
  }
  await setBooked(tx, due.id, booking.id)
  const entry = { action: 'book-appointment' as const, target: toAuditTarget(booking), personIds: [patientId] }
  await appendAudit(tx, { ...actor, ...entry })
  return { ok: true, booking }
}
