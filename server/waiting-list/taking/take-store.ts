import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { isPlaced, pickDoctor, preparedInsert, toInsertValues } from '#server/booking/insert-store.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Offer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
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
  doctor: pickDoctor,
  isAdmitted: sql`${treatment.priceCents} = ${placeholder('priceCents')}
        and ${isPlaced}
        -- For the trigger booking_admitted.
        and set_config('clinic.today', ${placeholder('today')}::text, true) is not null
        and set_config('clinic.rules_version', ${placeholder('rulesVersion')}::text, true) is not null`,
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

/** Tells whether an account has as many upcoming appointments as it may have. */
export async function isAtLimit(db: Db, userId: string | null, today: IsoDate): Promise<boolean> {
  if (userId === null) return false
  const rows = await selectRows<{ is_full: boolean }>(
    db,
    sql`
    select count_upcoming(${userId}, ${today}::date) >= max_upcoming as is_full from clinic_policy`,
  )
  return rows[0]?.is_full ?? false
}

/** Marks an offer as lost, because its time was taken or is no longer offered. */
export async function markLost(db: Db, id: string): Promise<void> {
  await db
    .update(waitingOffer)
    .set({ state: 'lost', stateAt: sql`now()` })
    .where(and(eq(waitingOffer.id, id), eq(waitingOffer.state, 'open')))
}
