import { and, asc, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { lockBookings } from './store.ts'

/** An appointment that has not begun. Instants are Unix times in ms. */
export type ZonedBooking = Awaited<ReturnType<typeof listAhead>>[number]

/** Its place on the clock and in time. */
export type Placement = Pick<ZonedBooking, 'id' | 'date' | 'slot' | 'startsAt' | 'endsAt' | 'busyUntil'>

/** Lists the appointments that begin after `now`, in order. */
export async function listAhead(tx: Db, now: Date) {
  const rows = await tx
    .select({
      id: booking.id,
      date: booking.date,
      slot: booking.slot,
      treatment: booking.treatment,
      treatmentId: booking.treatmentId,
      patientId: booking.patientId,
      patientName: booking.patientName,
      doctorId: booking.doctorId,
      chairId: booking.chairId,
      overridden: booking.overridden,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      busyUntil: sql<number>`extract(epoch from upper(${booking.busy}))::float8 * 1000`,
    })
    .from(booking)
    .where(and(isLive, gt(booking.startsAt, now)))
    .orderBy(asc(booking.startsAt), asc(booking.id))
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
  }))
}

/** Gives appointments other places. All of them first go far away, because the exclusion constraints look at each row
 *  on its own: an appointment may take the place that another one leaves.
 *  @throws the database's error if a constraint conflicts */
export async function placeBookings(tx: Db, placements: readonly Placement[]): Promise<void> {
  if (placements.length === 0) return
  await lockBookings(
    tx,
    placements.map(({ id }) => id),
  )
  const rows = JSON.stringify(placements)
  const ids = sql`select (row ->> 'id')::uuid from jsonb_array_elements(${rows}::jsonb) as row`
  const far = sql`interval '1000 years'`
  await tx.execute(sql`
    update ${booking} set date = date + ${far}, starts_at = starts_at + ${far}, ends_at = ends_at + ${far},
      busy = tstzrange(lower(busy) + ${far}, upper(busy) + ${far})
    where id in (${ids})`)
  const instant = (field: string) => sql`to_timestamp((row ->> ${field})::float8 / 1000)`
  await tx.execute(sql`
    update ${booking} set date = (row ->> 'date')::date, slot = row ->> 'slot', starts_at = ${instant('startsAt')},
      ends_at = ${instant('endsAt')}, busy = tstzrange(${instant('startsAt')}, ${instant('busyUntil')})
    from jsonb_array_elements(${rows}::jsonb) as row
    where booking.id = (row ->> 'id')::uuid`)
}
