import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import type { LinkedIds } from './link-token.ts'

/** Returns an appointment of a patient, cancelled or not. A link from before the patient's record was merged into
 *  another stays valid. Undefined if the patient's data are erased: the link in their email tells nothing. */
export async function findLinked(db: Db, { id, patientId }: LinkedIds): Promise<BookingWithDoctor | undefined> {
  const [found] = await db
    .select(withDoctor)
    .from(booking)
    .innerJoin(patient, eq(patient.id, booking.patientId))
    .where(and(eq(booking.id, id), or(eq(patient.id, patientId), wasMerged(patientId)), isNull(patient.erasedAt)))
  return found
}

// A merge leads all earlier records of a person to the last one (server/patient/merge.ts).
const wasMerged = (patientId: string) =>
  sql`exists (select from ${patient} as former where former.id = ${patientId} and former.merged_into = ${patient.id})`
