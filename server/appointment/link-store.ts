import { and, eq, isNull } from 'drizzle-orm'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { user } from '#server/database/schema/user.ts'
import type { LinkedIds } from './link-token.ts'

/** Returns an appointment of a patient, cancelled or not. Undefined if the patient's account is erased: the link in
 *  their email tells nothing. */
export async function findLinked(db: Db, { id, patientId }: LinkedIds): Promise<BookingWithDoctor | undefined> {
  const [found] = await db
    .select(withDoctor)
    .from(booking)
    .innerJoin(user, eq(user.id, booking.patientId))
    .where(and(eq(booking.id, id), eq(booking.patientId, patientId), isNull(user.erasedAt)))
  return found
}
