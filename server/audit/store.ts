import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { type AuditRecord, audit } from '#server/database/schema/audit.ts'

/** Appends to the audit trail in the transaction of the recorded action. */
export async function appendAudit(tx: Db, entry: AuditRecord): Promise<void> {
  await tx.insert(audit).values(entry)
}

// Enough for an hour, and it keeps the cost of a look independent of the trail's length.
const newest = 1_000

/** Appends to the audit trail, unless the same user did the same within the last hour, as far as the newest 1,000 entries tell. */
export async function appendAuditHourly(db: Db, entry: AuditRecord): Promise<void> {
  await db.transaction(async (tx) => {
    const key = [entry.userId, entry.action, entry.target].join(' ')
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 2))`)
    const recent = tx.select().from(audit).orderBy(desc(audit.id)).limit(newest).as('recent')
    const isSame = and(
      eq(recent.userId, entry.userId),
      eq(recent.action, entry.action),
      eq(recent.target, entry.target),
      sql`${recent.at} > now() - interval '1 hour'`,
    )
    const [found] = await tx.select({ id: recent.id }).from(recent).where(isSame).limit(1)
    if (!found) await appendAudit(tx, entry)
  })
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

/** Returns all promotions and demotions, oldest first. */
export async function listRoleChanges(db: Db) {
  const { actor, action, target } = audit
  return db
    .select({ actor, action, target })
    .from(audit)
    .where(inArray(action, ['promote-user', 'demote-user']))
    .orderBy(asc(audit.id))
}
