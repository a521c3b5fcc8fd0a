import { and, arrayOverlaps, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { audit } from '#server/database/schema/audit.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'

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

/** Counts the payments of a patient. */
export function countPayments(db: Db, patientId: string): Promise<number> {
  const isPaid = inArray(paymentIntent.state, ['settled', 'refunding', 'refunded'])
  return db.$count(paymentIntent, and(eq(paymentIntent.patientId, patientId), isPaid))
}
