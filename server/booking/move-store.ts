import { sql } from 'drizzle-orm'
import type { Offer, Wish } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { rangeBetween } from '#server/database/schema/columns.ts'
import { type BookingWithDoctor, rescheduleBooking } from './store.ts'

/** Gives a booking the time that was offered, a free doctor and a free chair. Returns undefined if none is free.
 *  @throws the database's error if a constraint conflicts */
export async function moveToOffer(
  tx: Db,
  { id, treatmentId }: Pick<BookingWithDoctor, 'id' | 'treatmentId'>,
  { date, slot }: Wish,
  { startsAt, endsAt, busyUntil, doctors, chairs }: Offer,
): Promise<BookingWithDoctor | undefined> {
  const busy = rangeBetween(startsAt, busyUntil)
  const [pick] = await tx
    .select({
      doctorId: sql<string | null>`pick_doctor(${uuids(doctors)}, ${busy}, ${date}::date, ${id}::uuid)`,
      chairId: sql<string | null>`pick_chair(${uuids(chairs)}, ${busy}, ${id}::uuid)`,
      isTreatmentBusy: sql<boolean>`is_treatment_busy(${treatmentId}::uuid, ${busy}, ${id}::uuid)`,
    })
    .from(sql`(select) as one`)
  if (!pick) throw new Error('The database picked nothing')
  const { doctorId, chairId, isTreatmentBusy } = pick
  if (doctors.length > 0 ? doctorId === null : isTreatmentBusy) return undefined
  if (chairs.length > 0 && chairId === null) return undefined
  return rescheduleBooking(tx, id, { date, slot, startsAt, endsAt, busyUntil, doctorId, chairId })
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`
