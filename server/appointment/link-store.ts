import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { isLinkLive } from '#server/patient/tie/link-key-store.ts'
import type { LinkedIds } from './link-token.ts'

/** A link works for 30 days after the appointment: so long it can be paid there. */
const linkedAfterMs = 30 * 86_400_000

/** Returns the appointment of a link, cancelled or not. A link from before the patient's record was merged into another
 *  stays valid. Undefined if the link has ended: with the tie or the address of its recipient, with the data of the
 *  patient, or some time after the appointment. */
export async function findLinked(
  db: Db,
  { id, patientId, key }: LinkedIds,
  now: Date,
): Promise<BookingWithDoctor | undefined> {
  const isOpen = and(gt(booking.endsAt, new Date(now.getTime() - linkedAfterMs)), isLinkLive(patient.id, key))
  const [found] = await db
    .select(withDoctor)
    .from(booking)
    .innerJoin(patient, eq(patient.id, booking.patientId))
    .where(and(eq(booking.id, id), or(eq(patient.id, patientId), wasMerged(patientId)), isOpen))
  return found
}

// A merge leads all earlier records of a person to the last one (server/patient/merge.ts).
const wasMerged = (patientId: string) =>
  sql`exists (select from ${patient} as former where former.id = ${patientId} and former.merged_into = ${patient.id})`
