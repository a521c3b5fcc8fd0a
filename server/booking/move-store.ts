import { eq, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer, Wish } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { rangeBetween, uuids } from '#server/database/schema/columns.ts'
import { type BookingWithDoctor, hasThatDay, withDoctor } from './store.ts'

/** A time, a doctor and a chair. Instants are Unix times in ms. */
type Placed = {
  date: IsoDate
  slot: string
  startsAt: number
  endsAt: number
  busyUntil: number
  doctorId: string | null
  chairId: string | null
}

/** Gives a booking another doctor or chair. The patient is told about it if it is `announced`. */
export async function moveBooking(
  tx: Db,
  { id, doctorId, chairId, announced }: Pick<Placed, 'doctorId' | 'chairId'> & { id: string; announced: boolean },
): Promise<void> {
  await tx
    .update(booking)
    .set({ doctorId, chairId, ...(announced && { sequence: sql`${booking.sequence} + 1` }) })
    .where(eq(booking.id, id))
}

/** Whether a booking becomes its patient's second of a treatment on a day. It may if staff override the rules, or if it
 *  is one already on that day. */
const becomesSecond = (to: { date?: IsoDate; treatmentId?: string }, isOverride: boolean) => {
  // Drizzle leaves the table out of the names of columns here.
  const date = to.date === undefined ? sql`${booking}.date` : sql`${to.date}::date`
  const treatmentId = to.treatmentId === undefined ? sql`${booking}.treatment_id` : sql`${to.treatmentId}::uuid`
  const stays = sql`(${booking}.second_that_day and ${booking}.date = ${date} and ${booking}.treatment_id = ${treatmentId})`
  return sql`(${isOverride} or ${stays}) and ${hasThatDay({
    patientId: sql`${booking}.patient_id`,
    ...{ treatmentId, date },
    exceptId: sql`${booking}.id`,
  })}`
}

/** Moves a locked booking to another time, doctor and chair. Instants are Unix times in ms. With `override` it becomes
 *  exempt from the constraints and the clinic's rules, for a reason; otherwise it stops being exempt.
 *  @throws the database's error if a constraint conflicts */
export async function rescheduleBooking(
  tx: Db,
  id: string,
  { date, slot, startsAt, endsAt, busyUntil, doctorId, chairId }: Placed,
  override?: { reason: string },
): Promise<BookingWithDoctor> {
  // Moves to a day wait for each other. Two updates to one place would each meet the other's row in an exclusion
  // constraint and wait for it: a deadlock. An ON CONFLICT DO NOTHING takes its row back before it waits.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`moves to ${date}`}, 4))`)
  const instant = (unixMs: number) => new Date(unixMs)
  const busy = rangeBetween(startsAt, busyUntil)
  const [moved] = await tx
    .update(booking)
    .set({
      ...{ date, slot, busy, doctorId, chairId },
      startsAt: instant(startsAt),
      endsAt: instant(endsAt),
      overridden: override !== undefined,
      overrideReason: override?.reason ?? '',
      secondThatDay: becomesSecond({ date }, override !== undefined),
      sequence: sql`${booking.sequence} + 1`,
      scheduledAt: sql`now()`,
    })
    .where(eq(booking.id, id))
    .returning(withDoctor)
  if (!moved) throw new Error('The booking does not exist')
  return moved
}

/** Gives a booking another treatment. The patient is told about it. With `override` it may be the patient's second of
 *  that treatment on its day. @throws the database's error if a constraint conflicts */
export async function setTreatment(
  tx: Db,
  id: string,
  { id: treatmentId, name }: { id: string; name: string },
  override?: { reason: string },
): Promise<void> {
  const secondThatDay = becomesSecond({ treatmentId }, override !== undefined)
  await tx
    .update(booking)
    .set({
      ...{ treatmentId, treatment: name, secondThatDay, sequence: sql`${booking.sequence} + 1` },
      ...(override && {
        overridden: sql`${booking}.overridden or (${secondThatDay})`,
        overrideReason: sql`case when ${secondThatDay} then ${override.reason}::text else ${booking}.override_reason end`,
      }),
    })
    .where(eq(booking.id, id))
}

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
