import { and, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { payment, refund } from '#server/database/schema/payment.ts'
import type { BookingWithDoctor } from './store.ts'

/** What of an appointment's money does not go back to a card, in cents: `left` of what was paid at the desk,
 *  `refunding` that nobody has handed out, and `cancelled` that its cancellation gave back. */
export type ByHand = { left: number; refunding: number; cancelled: number }

const nothing: ByHand = { left: 0, refunding: 0, cancelled: 0 }

/** Returns what of each appointment's money goes back by hand. Asks the database only about those that were paid. */
export async function readByHand(
  db: Db,
  bookings: readonly BookingWithDoctor[],
): Promise<(booking: BookingWithDoctor) => ByHand> {
  const ids = bookings.filter(({ receivedCents }) => receivedCents > 0).map(({ id }) => id)
  if (ids.length === 0) return () => nothing
  const rows = await db
    .select({
      bookingId: payment.bookingId,
      left: sql<number>`sum(${payment.amount} - ${payment.refunded})::int`,
      refunding: sql<number>`coalesce(sum(${sumOfRefunds(sql`back.state in ('due', 'pending', 'failed')`)}), 0)::int`,
      cancelled: sql<number>`coalesce(sum(${sumOfRefunds(sql`back.reason = 'cancelled' and back.state <> 'void'`)}), 0)::int`,
    })
    .from(payment)
    .where(and(inArray(payment.bookingId, ids), ne(payment.method, 'card-online'), isNull(payment.voidedAt)))
    .groupBy(payment.bookingId)
  const known = new Map(rows.map(({ bookingId, ...sums }) => [bookingId, sums]))
  return ({ id }) => known.get(id) ?? nothing
}

const sumOfRefunds = (which: ReturnType<typeof sql>) =>
  sql`(select sum(back.amount) from ${refund} as back where back.payment_id = ${payment.id} and ${which})`
