import { and, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { appointmentNotice, booking, calendarFeed, patientPhone } from '#server/database/schema/booking.ts'
import { type BookingWithDoctor, withDoctor } from './store.ts'

/** Lists all bookings of a patient, also the cancelled ones, the latest first. */
export async function listBookingsOf(db: Db, patientId: string): Promise<BookingWithDoctor[]> {
  return db.select(withDoctor).from(booking).where(eq(booking.patientId, patientId)).orderBy(desc(booking.startsAt))
}

/** Returns since when a patient has a calendar feed. */
export async function findFeedOf(db: Db, patientId: string): Promise<Date | undefined> {
  const [found] = await db
    .select({ createdAt: calendarFeed.createdAt })
    .from(calendarFeed)
    .where(eq(calendarFeed.patientId, patientId))
  return found?.createdAt
}

/** Locks all bookings of a patient. */
export async function lockBookingsOf(tx: Db, patientId: string): Promise<void> {
  await tx
    .select({ id: booking.id })
    .from(booking)
    .where(eq(booking.patientId, patientId))
    .orderBy(booking.id)
    .for('update')
}

/** Counts what of a patient is not over at `now`: upcoming appointments, and cents on their way back to a card. */
export async function countUnfinished(tx: Db, patientId: string, now: Date) {
  const isUpcoming = and(inArray(booking.status, ['booked', 'arrived']), gt(booking.endsAt, now))
  const [found] = await tx
    .select({
      upcoming: sql<number>`${count()} filter (where ${isUpcoming})`.mapWith(Number),
      refunding: sql<number>`coalesce(sum(${booking.refunding}), 0)::int`,
    })
    .from(booking)
    .where(eq(booking.patientId, patientId))
  return found ?? { upcoming: 0, refunding: 0 }
}

/** Takes a patient out of their bookings, which stay for the clinic's books: all that `personalData` says is erased. Deletes the phone numbers
 *  for the search, the calendar feed and the notices that wait. */
export async function erasePatient(
  tx: Db,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const nobody: ErasedValues<'booking'> = {
    ...{ patient: email, patientName: name, phone: '', note: '' },
    ...{ overrideReason: '', requestHash: null },
  }
  await tx.update(booking).set(nobody).where(eq(booking.patientId, id))
  await tx.delete(patientPhone).where(eq(patientPhone.patientId, id))
  await tx.delete(calendarFeed).where(eq(calendarFeed.patientId, id))
  const own = tx.select({ id: booking.id }).from(booking).where(eq(booking.patientId, id))
  await tx
    .delete(appointmentNotice)
    .where(and(inArray(appointmentNotice.bookingId, own), isNull(appointmentNotice.doneAt)))
}
