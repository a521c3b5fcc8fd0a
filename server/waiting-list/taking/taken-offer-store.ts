import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { preparedInsert, toInsertValues } from '#server/booking/insert-store.ts'
import { preparedExplanation } from '#server/booking/refusal-store.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Offer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { isLinkLive } from '#server/patient/tie/link-key-store.ts'

const { placeholder } = sql

/** Returns an offer with its entry, the treatment, the dentist and the appointment that it would replace. Undefined if
 *  the `link` has ended by which it is read. */
export async function findOffer(db: Db, id: string, link?: { key: string | undefined }) {
  const [found] = await db
    .select({
      offer: waitingOffer,
      entry: waitingEntry,
      treatment: treatment.name,
      priceCents: treatment.priceCents,
      doctor: doctor.name,
      patientName: patient.name,
      moves: { date: booking.date, slot: booking.slot },
    })
    .from(waitingOffer)
    .innerJoin(waitingEntry, eq(waitingEntry.id, waitingOffer.entryId))
    .innerJoin(treatment, eq(treatment.id, waitingOffer.treatmentId))
    .innerJoin(patient, eq(patient.id, waitingEntry.patientId))
    .leftJoin(doctor, eq(doctor.id, waitingOffer.doctorId))
    .leftJoin(booking, eq(booking.id, waitingEntry.bookingId))
    .where(and(eq(waitingOffer.id, id), link && isLinkLive(waitingEntry.patientId, link.key)))
  return found && { ...found, date: found.offer.date }
}
export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

// The account that joined books, while it may act for the patient.
const insertFromOffer = preparedInsert('insert_booking_from_offer', {
  join: sql`join ${waitingEntry} on ${waitingEntry.id} = ${placeholder('entryId')}::uuid and ${waitingEntry.endedAt} is null
      join ${patient} on ${patient.id} = ${waitingEntry.patientId}
      left join ${user} on ${user.id} = ${waitingEntry.joinedBy}
        and exists (select from patient_user where user_id = ${user.id} and patient_id = ${patient.id})`,
  email: sql`coalesce(${user.email}, ${patient.email}, '')`,
  more: { bookedBy: user.id },
})

/** Books the time of an offer for whoever waits in the entry. Returns undefined if they no longer wait, the price is
 *  another, nobody or no chair is free, a constraint conflicts, or the account has too many upcoming appointments. */
export async function insertTaken(
  tx: Db,
  { entry, offer, date }: FoundOffer,
  place: Offer & { priceCents: number; today: IsoDate },
): Promise<BookingWithDoctor | undefined> {
  const [phone] = await tx
    .select({ number: patientPhone.number })
    .from(patientPhone)
    .where(eq(patientPhone.patientId, entry.patientId))
    .orderBy(sql`${patientPhone.createdAt} desc`)
    .limit(1)
  const wish = { treatmentId: offer.treatmentId, date, slot: offer.slot, phone: phone?.number ?? '' }
  const values = { ...toInsertValues(place), ...wish, id: uuid(), entryId: entry.id }
  const [row] = await insertFromOffer(tx).execute(values)
  return row
}

/** Marks an offer as taken in the transaction that books or moves. A trigger has ended its entry there; returns false
 *  if it had ended before. */
export async function markTaken(tx: Db, { offer, entry }: FoundOffer, bookingId: string): Promise<boolean> {
  const [ended] = await tx
    .select({ isHere: sql<boolean>`${waitingEntry.endedAt} = now()` })
    .from(waitingEntry)
    .where(eq(waitingEntry.id, entry.id))
  if (!ended?.isHere) return false
  await tx
    .update(waitingOffer)
    .set({ state: 'taken', stateAt: sql`now()`, bookingId })
    .where(eq(waitingOffer.id, offer.id))
  return true
}

const explanation = preparedExplanation('no_booking_from_offer', {
  joins: sql`left join ${user} on ${user.id} = ${placeholder('joinedBy')}`,
  accountId: user.id,
  patientId: sql`${placeholder('patientId')}`,
})

/** Explains why the time of an offer was not booked, as `preparedExplanation` does. */
export async function explainNotTaken(tx: Db, { entry, offer, date }: FoundOffer, place: Offer & { today: IsoDate }) {
  const { patientId, joinedBy } = entry
  const values = toInsertValues({ ...place, patientId })
  const [found] = await explanation(tx).execute({ ...values, treatmentId: offer.treatmentId, date, joinedBy })
  return found
}

/** Marks an offer as lost, because its time was taken or is no longer offered. */
export async function markLost(db: Db, id: string): Promise<void> {
  await db
    .update(waitingOffer)
    .set({ state: 'lost', stateAt: sql`now()` })
    .where(and(eq(waitingOffer.id, id), eq(waitingOffer.state, 'open')))
}
