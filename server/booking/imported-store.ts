import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'

/** Gives an imported booking its own price, unless that is null, and its note. */
export async function setImported(
  tx: Db,
  id: string,
  { priceCents, note }: { priceCents: number | null; note: string },
): Promise<void> {
  if (priceCents === null && note === '') return
  await tx
    .update(booking)
    .set({ note, ...(priceCents !== null && { priceCents }) })
    .where(eq(booking.id, id))
}

/** Deletes those of some bookings that nobody has paid, moved, cancelled or begun, and returns their ids. */
export async function deleteUnusedBookings(tx: Db, ids: readonly string[]): Promise<string[]> {
  const isOne = inArray(booking.id, [...ids])
  await tx.select({ id: booking.id }).from(booking).where(isOne).orderBy(asc(booking.id)).for('update')
  const isUnused = and(eq(booking.status, 'booked'), eq(booking.sequence, 0), isNull(booking.transactionId))
  const isUnpaid = sql`not exists (select from payment_intent where payment_intent.booking_id = ${booking.id})`
  const deleted = await tx
    .delete(booking)
    .where(and(isOne, isUnused, isUnpaid))
    .returning({ id: booking.id })
  return deleted.map(({ id }) => id)
}
