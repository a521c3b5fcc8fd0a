import { and, arrayOverlaps, desc, eq, inArray, isNull } from 'drizzle-orm'
import { idsOfBookings } from '#server/booking/personal-queries.ts'
import type { Db } from '#server/database/db.ts'
import { audit } from '#server/database/schema/audit.ts'
import { payment } from '#server/database/schema/payment.ts'

/** Lists the latest entries of the audit trail about one of these persons, the newest first. */
export async function listAccesses(db: Db, personIds: readonly string[], limit: number) {
  const { at, actor, action, target } = audit
  return db
    .select({ at, actor, action, target })
    .from(audit)
    .where(arrayOverlaps(audit.personIds, [...personIds]))
    .orderBy(desc(audit.id))
    .limit(limit)
}

/** Returns who noted last that one of these persons has died; undefined if the trail does not have that any more. */
export async function findDeathNote(db: Db, personIds: readonly string[]): Promise<{ by: string } | undefined> {
  const isNote = and(eq(audit.action, 'note-death'), arrayOverlaps(audit.personIds, [...personIds]))
  const [found] = await db.select({ by: audit.actor }).from(audit).where(isNote).orderBy(desc(audit.id)).limit(1)
  return found
}

/** Counts the payments for a patient's appointments, by whatever method, without those that were voided. */
export function countPayments(db: Db, patientId: string): Promise<number> {
  const isOfPatient = inArray(payment.bookingId, idsOfBookings(db, patientId))
  return db.$count(payment, and(isOfPatient, isNull(payment.voidedAt)))
}
