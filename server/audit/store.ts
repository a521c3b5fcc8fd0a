import { asc, desc, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { type AuditRecord, audit } from '#server/database/schema/audit.ts'

/** Appends to the trail. `tx` is the transaction of the action itself: both happen, or neither. */
export async function appendAudit(tx: Db, entry: AuditRecord): Promise<void> {
  await tx.insert(audit).values(entry)
}

/** The newest `limit` entries, or the newest before the entry with the id `before`. */
export async function listAudit(db: Db, { before, limit }: { before?: number | undefined; limit: number }) {
  return db
    .select()
    .from(audit)
    .where(before === undefined ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(limit)
}

/** All promotions and demotions, the oldest first. */
export async function listRoleChanges(db: Db) {
  const { actor, action, target } = audit
  return db
    .select({ actor, action, target })
    .from(audit)
    .where(inArray(action, ['promote-user', 'demote-user']))
    .orderBy(asc(audit.id))
}
