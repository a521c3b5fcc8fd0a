import { desc, lt } from 'drizzle-orm'
import { type AuditRecord, audit } from '#server/database/audit-schema.ts'
import type { Db } from '#server/database/open.ts'

/** Adds to the trail. `tx` is the transaction that does what the entry tells of: both happen, or neither. */
export async function appendAudit(tx: Db, entry: AuditRecord): Promise<void> {
  await tx.insert(audit).values(entry)
}

/** The newest `limit` entries, or those before the entry with the id `before`. */
export async function listAudit(db: Db, { before, limit }: { before?: number | undefined; limit: number }) {
  return db
    .select()
    .from(audit)
    .where(before === undefined ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(limit)
}
