import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { WaitingEnd } from '#contract/booking/waiting-list.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'

/** Returns whether this is an appointment of the patient for the treatment that has not begun at `now`. It can't change
 *  until the transaction ends. */
export async function findMovable(
  tx: Db,
  { id, patientId, treatmentId }: { id: string; patientId: string; treatmentId: string },
  now: Date,
): Promise<boolean> {
  const isTheirs = and(eq(booking.id, id), eq(booking.patientId, patientId), eq(booking.treatmentId, treatmentId))
  const found = await tx
    .select({ id: booking.id })
    .from(booking)
    .where(and(isTheirs, eq(booking.status, 'booked'), gt(booking.startsAt, now)))
    .for('share')
  return found.length > 0
}

/** Returns the name of a patient, who can't be erased or merged until the transaction ends. */
export async function nameOf(tx: Db, patientId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ name: patient.name })
    .from(patient)
    .where(and(eq(patient.id, patientId), isNull(patient.erasedAt), isNull(patient.mergedInto)))
    .for('share')
  return found?.name
}

/** Inserts an entry, or replaces what the patient's entry for the treatment waits for. Returns its id. */
export async function upsertEntry(tx: Db, values: typeof waitingEntry.$inferInsert): Promise<string> {
  const { doctorId, weekdays, fromMinutes, untilMinutes, lastDay, bookingId, joinedBy } = values
  const [row] = await tx
    .insert(waitingEntry)
    .values(values)
    .onConflictDoUpdate({
      target: [waitingEntry.patientId, waitingEntry.treatmentId],
      targetWhere: sql`ended_at is null`,
      set: {
        ...{ doctorId, weekdays, fromMinutes, untilMinutes, lastDay, bookingId },
        joinedBy: sql`coalesce(${joinedBy ?? null}, ${waitingEntry.joinedBy})`,
      },
    })
    .returning({ id: waitingEntry.id })
  if (!row) throw new Error('The entry was not inserted')
  return row.id
}

/** Ends an entry of one of these patients; of anyone if none are given. Returns whose it was and for what; undefined if
 *  there is none that has not ended. */
export async function endEntry(
  tx: Db,
  { id, patientIds, reason, now }: { id: string; patientIds?: readonly string[]; reason: WaitingEnd; now: Date },
) {
  const [ended] = await tx
    .update(waitingEntry)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(waitingEntry.id, id), isNull(waitingEntry.endedAt), patientIds && inPatients(patientIds)))
    .returning({
      patientId: waitingEntry.patientId,
      name: sql<string>`(select ${patient.name} from ${patient} where ${patient.id} = ${waitingEntry.patientId})`,
      treatment: sql<string>`(select ${treatment.name} from ${treatment} where ${treatment.id} = ${waitingEntry.treatmentId})`,
    })
  return ended
}

const inPatients = (ids: readonly string[]) => sql`${waitingEntry.patientId} = any(${sql.param([...ids])}::text[])`
