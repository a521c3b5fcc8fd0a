import { desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'

/** Lists what patients wait or waited for, with the names and the offers. */
export async function listWaitingOf(db: Db, patientIds: readonly string[]) {
  const entries = await db
    .select({ entry: waitingEntry, treatment: treatment.name, dentist: doctor.name })
    .from(waitingEntry)
    .innerJoin(treatment, eq(treatment.id, waitingEntry.treatmentId))
    .leftJoin(doctor, eq(doctor.id, waitingEntry.doctorId))
    .where(inArray(waitingEntry.patientId, [...patientIds]))
    .orderBy(desc(waitingEntry.createdAt))
  const offers = await db
    .select()
    .from(waitingOffer)
    .where(inArray(waitingOffer.patientId, [...patientIds]))
    .orderBy(desc(waitingOffer.sentAt))
  const byEntry = Map.groupBy(offers, ({ entryId }) => entryId)
  return entries.map((one) => ({ ...one, offers: byEntry.get(one.entry.id) ?? [] }))
}
