import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { type BookingWithDoctor, withDoctor } from '../store.ts'
import type { LinkedIds } from './token.ts'

/** Returns an appointment of a patient, cancelled or not. */
export async function findLinked(db: Db, { id, patientId }: LinkedIds): Promise<BookingWithDoctor | undefined> {
  const [found] = await db
    .select(withDoctor)
    .from(booking)
    .where(and(eq(booking.id, id), eq(booking.patientId, patientId)))
  return found
}
