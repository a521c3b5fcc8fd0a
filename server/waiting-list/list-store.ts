import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { contact } from './offering/store.ts'

const phone = sql<string | null>`(select number from ${patientPhone} as known
  where known.patient_id = ${waitingEntry.patientId} order by known.created_at desc limit 1)`

const selectEntries = (db: Db, where: SQL | undefined) =>
  db
    .select({
      entry: waitingEntry,
      patientName: patient.name,
      email: patient.email,
      phone,
      contact,
      treatment: treatment.name,
      doctorName: doctor.name,
      moves: { id: booking.id, date: booking.date, slot: booking.slot },
    })
    .from(waitingEntry)
    .innerJoin(patient, eq(patient.id, waitingEntry.patientId))
    .innerJoin(treatment, eq(treatment.id, waitingEntry.treatmentId))
    .leftJoin(doctor, eq(doctor.id, waitingEntry.doctorId))
    .leftJoin(booking, eq(booking.id, waitingEntry.bookingId))
    .where(where)
    .orderBy(asc(waitingEntry.createdAt), asc(waitingEntry.id))
export type ListedEntry = Awaited<ReturnType<typeof selectEntries>>[number]

const isWaiting = isNull(waitingEntry.endedAt)

/** Lists what patients wait for, and what ended after `since` without their doing. `userId`: only what this account
 *  joined, because it may not know what others did. */
export async function listEntriesOf(
  db: Db,
  patientIds: readonly string[],
  { since, userId }: { since: Date; userId: string | undefined },
): Promise<ListedEntry[]> {
  const endedByItself = and(
    inArray(waitingEntry.endReason, ['treatment-retired', 'passed', 'cancelled']),
    gt(waitingEntry.endedAt, since),
  )
  const isKnown = userId === undefined ? undefined : eq(waitingEntry.joinedBy, userId)
  return selectEntries(db, and(inArray(waitingEntry.patientId, [...patientIds]), or(isWaiting, endedByItself), isKnown))
}

/** Returns an entry. */
export async function findEntry(db: Db, id: string): Promise<ListedEntry | undefined> {
  const [found] = await selectEntries(db, eq(waitingEntry.id, id))
  return found
}

/** Lists a page of all who wait, in order, and counts them. */
export async function listAll(db: Db, { page, limit }: { page: number; limit: number }) {
  const total = await db.$count(waitingEntry, isWaiting)
  const entries = await selectEntries(db, isWaiting)
    .limit(limit)
    .offset((page - 1) * limit)
  return { total, entries }
}

/** Lists what was offered to whom, by entry, the latest first. */
export async function listOffersOf(db: Db, entryIds: readonly string[]) {
  if (entryIds.length === 0) return new Map<string, (typeof waitingOffer.$inferSelect)[]>()
  const rows = await db
    .select()
    .from(waitingOffer)
    .where(inArray(waitingOffer.entryId, [...entryIds]))
    .orderBy(desc(waitingOffer.sentAt), asc(waitingOffer.startsAt))
  return Map.groupBy(rows, ({ entryId }) => entryId)
}
