import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import type { Offer, Wish } from '../book/store.ts'
import { type BookingWithDoctor, withDoctor } from '../store.ts'

/** Keeps changes of the rules out until the transaction ends, and returns the clinic's policy as it is then. */
export async function shareRules(tx: Db): Promise<{ version: number; freeCancelHours: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(7305115)`)
  return readPolicy(tx)
}

/** Returns what the clinic's policy says about changes. */
export async function readPolicy(tx: Db): Promise<{ version: number; freeCancelHours: number }> {
  const { version, freeCancelHours } = clinicPolicy
  const [policy] = await tx.select({ version, freeCancelHours }).from(clinicPolicy)
  if (!policy) throw new Error('The clinic has no policy')
  return policy
}

/** Gives a booking the time that was offered, a free doctor and a free chair. Returns undefined if none is free.
 *  @throws the database's error if a constraint conflicts */
export async function moveToOffer(
  tx: Db,
  { id, treatmentId }: Pick<BookingWithDoctor, 'id' | 'treatmentId'>,
  { date, slot }: Wish,
  { startsAt, endsAt, busyUntil, doctors, chairs }: Offer,
): Promise<BookingWithDoctor | undefined> {
  const busy = sql`tstzrange(${instant(startsAt)}::timestamptz, ${instant(busyUntil)}::timestamptz)`
  const pick = tx.$with('pick').as(
    tx
      .select({
        doctorId: sql<string | null>`pick_doctor(${uuids(doctors)}, ${busy}, ${date}::date, ${id}::uuid)`.as('doctor'),
        chairId: sql<string | null>`pick_chair(${uuids(chairs)}, ${busy}, ${id}::uuid)`.as('chair'),
        isBusy: sql<boolean>`is_treatment_busy(${treatmentId}::uuid, ${busy}, ${id}::uuid)`.as('is_busy'),
      })
      .from(sql`(select) as one`),
  )
  const [moved] = await tx
    .with(pick)
    .update(booking)
    .set({
      ...{ date, slot, busy },
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      doctorId: sql`${pick.doctorId}`,
      chairId: sql`${pick.chairId}`,
      sequence: sql`${booking.sequence} + 1`,
      scheduledAt: sql`now()`,
    })
    .from(pick)
    .where(
      and(
        eq(booking.id, id),
        doctors.length > 0 ? sql`${pick.doctorId} is not null` : sql`not ${pick.isBusy}`,
        chairs.length > 0 ? sql`${pick.chairId} is not null` : undefined,
      ),
    )
    .returning(withDoctor)
  return moved
}

const instant = (unixMs: number) => new Date(unixMs).toISOString()
const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`
