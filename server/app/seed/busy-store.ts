import { and, asc, gte, lte } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { type BookingRow, booking } from '#server/database/schema/booking.ts'

/** Lists the bookings from one day to another, both included, in the order of their start. */
export function listBookings(db: Db, first: IsoDate, last: IsoDate): Promise<BookingRow[]> {
  const isBetween = and(gte(booking.date, first), lte(booking.date, last))
  return db.select().from(booking).where(isBetween).orderBy(asc(booking.startsAt), asc(booking.id))
}
