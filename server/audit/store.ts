import { desc, lt } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { type AuditRecord, audit } from '#server/database/schema/audit.ts'

/** Appends to the audit trail in the transaction of the recorded action. */
export async function appendAudit(tx: Db, entry: AuditRecord): Promise<void> {
  await tx.insert(audit).values(entry)
}

/** Returns the newest `limit` entries, newest first; with `before`, of those older than the entry with this id. */
export async function listAudit(db: Db, { before, limit }: { before?: number | undefined; limit: number }) {
  return db
    .select()
    .from(audit)
    .where(before === undefined ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(limit)
}
