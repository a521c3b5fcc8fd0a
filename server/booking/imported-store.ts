import { and, asc, eq, gt, gte, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { charge } from '#server/database/schema/charge.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient } from '#server/database/schema/patient.ts'
import { oldId } from '#server/patient/store.ts'

/** Gives an imported booking its own price, unless that is null. */
export async function setPrice(tx: Db, id: string, priceCents: number | null): Promise<void> {
  if (priceCents !== null) await tx.update(charge).set({ amount: priceCents }).where(eq(charge.bookingId, id))
}

/** Deletes those of some bookings that nobody has paid, moved, cancelled or begun, and returns their ids. */
export async function deleteUnusedBookings(tx: Db, ids: readonly string[]): Promise<string[]> {
  const isOne = inArray(booking.id, [...ids])
  await tx.select({ id: booking.id }).from(booking).where(isOne).orderBy(asc(booking.id)).for('update')
  const isUnused = and(eq(booking.status, 'booked'), eq(booking.sequence, 0), eq(booking.receivedCents, 0))
  const isUnpaid = sql`not exists (select from payment_intent where payment_intent.booking_id = ${booking.id})`
  const deleted = await tx
    .delete(booking)
    .where(and(isOne, isUnused, isUnpaid))
    .returning({ id: booking.id })
  return deleted.map(({ id }) => id)
}

/** Whether a patient, by a column of the query, has any booking. */
export const hasBooking = (patientId: SQLWrapper) =>
  sql<boolean>`exists (select from ${booking} as b where b.patient_id = ${patientId})`

/** Lists the next future appointments for an export, after the one with this id. */
export async function nextAppointments(db: Db, now: Date, after: string, limit: number) {
  const { id, treatment, date, slot, phone, priceCents, note } = booking
  return db
    .select({
      ...{ id, treatment, date, slot, phone, priceCents, note, dentist: doctor.name, oldId },
      ...{ email: patient.email, name: patient.name, birthDate: patient.birthDate },
    })
    .from(booking)
    .innerJoin(patient, eq(patient.id, booking.patientId))
    .leftJoin(doctor, eq(doctor.id, booking.doctorId))
    .where(and(eq(booking.status, 'booked'), gte(booking.startsAt, now), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
}
