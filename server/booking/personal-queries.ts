import { and, count, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { appointmentNotice, booking, calendarFeed } from '#server/database/schema/booking.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { type BookingWithDoctor, withDoctor } from './store.ts'

/** Lists all bookings of patients, also the cancelled ones, the latest first. */
export async function listBookingsOf(db: Db, patientIds: readonly string[]): Promise<BookingWithDoctor[]> {
  return db
    .select(withDoctor)
    .from(booking)
    .where(inArray(booking.patientId, [...patientIds]))
    .orderBy(desc(booking.startsAt))
}

/** Selects the ids of a patient's bookings, for the condition of another statement. */
export const idsOfBookings = (db: Db, patientId: string) =>
  db.select({ id: booking.id }).from(booking).where(eq(booking.patientId, patientId))

/** Returns since when an account has a calendar feed. */
export async function findFeedOf(db: Db, userId: string): Promise<Date | undefined> {
  const [found] = await db
    .select({ createdAt: calendarFeed.createdAt })
    .from(calendarFeed)
    .where(eq(calendarFeed.userId, userId))
  return found?.createdAt
}

/** Locks all bookings of patients. */
export async function lockBookingsOf(tx: Db, patientIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: booking.id })
    .from(booking)
    .where(inArray(booking.patientId, [...patientIds]))
    .orderBy(booking.id)
    .for('update')
}

/** Counts what of patients is not over at `now`: upcoming appointments, and cents on their way back to a card. */
export async function countUnfinished(tx: Db, patientIds: readonly string[], now: Date) {
  const isUpcoming = and(inArray(booking.status, ['booked', 'arrived']), gt(booking.endsAt, now))
  const [found] = await tx
    .select({
      upcoming: sql<number>`${count()} filter (where ${isUpcoming})`.mapWith(Number),
      refunding: sql<number>`coalesce(sum(${booking.refundingCents}), 0)::int`,
    })
    .from(booking)
    .where(inArray(booking.patientId, [...patientIds]))
  return found ?? { upcoming: 0, refunding: 0 }
}

/** Takes a patient out of their bookings, which stay for the clinic's books: all that `personalData` says is erased.
 *  Deletes the notices that wait. */
export async function eraseBookingsOf(tx: Db, patientId: string, { name }: { name: string }): Promise<void> {
  const nobody: ErasedValues<'booking'> = {
    ...{ patient: '', patientName: name, phone: '', note: '' },
    ...{ overrideReason: '', requestHash: null, bookedBy: null },
  }
  await tx.update(booking).set(nobody).where(eq(booking.patientId, patientId))
  await tx
    .delete(appointmentNotice)
    .where(and(inArray(appointmentNotice.bookingId, idsOfBookings(tx, patientId)), isNull(appointmentNotice.doneAt)))
}

/** Takes an account out of what it booked, and joined the waiting list for, on behalf of others: its email, and the
 *  phone numbers of its owner. */
export async function eraseBooker(
  tx: Db,
  { id, email }: { id: string; email: string },
  ownPatientId: string,
): Promise<void> {
  const isTheirs = or(eq(booking.bookedBy, id), eq(booking.patient, email))
  const isTheirNumber = sql`exists (select from patient_phone as own
    where own.patient_id = ${ownPatientId} and own.digits = phone_digits(${booking.phone}))`
  const phone = sql`case when ${isTheirNumber} then '' else ${booking.phone} end`
  await tx.update(booking).set({ patient: '', bookedBy: null, phone }).where(isTheirs)
  await tx.update(waitingEntry).set({ joinedBy: null }).where(eq(waitingEntry.joinedBy, id))
}

/** Lists the pairs of appointments of two patients that are at one time, or of one treatment on a day, in order of
 *  time. Cancelled ones don't count. */
export async function listOverlaps(db: Db, { kept, former }: { kept: string; former: string }) {
  const other = alias(booking, 'other')
  const columns = ({ treatment, patientName, date, slot }: typeof booking | typeof other) => ({
    ...{ treatment, patientName, date, slot },
  })
  const isSameTime = sql`tstzrange(${booking.startsAt}, ${booking.endsAt}) && tstzrange(${other.startsAt}, ${other.endsAt})`
  const isSameDay = and(eq(other.treatmentId, booking.treatmentId), eq(other.date, booking.date))
  return db
    .select({ first: columns(booking), second: columns(other) })
    .from(booking)
    .innerJoin(
      other,
      and(eq(other.patientId, former), sql`${other.status} <> 'cancelled'`, sql`(${isSameTime} or ${isSameDay})`),
    )
    .where(and(eq(booking.patientId, kept), sql`${booking.status} <> 'cancelled'`))
    .orderBy(booking.startsAt, booking.id)
}

/** Counts a patient's appointments, and those of them that are not over at `now`. */
export async function countAppointments(db: Db, patientId: string, now: Date) {
  const appointments = await db.$count(booking, eq(booking.patientId, patientId))
  const { upcoming } = await countUnfinished(db, [patientId], now)
  return { appointments, upcoming }
}
