import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import { appendAudit } from './store.ts'

/** Reads that an instance remembers. */
const maxRecent = 5_000

/** Opens a log of what staff look at. A repeated read by the same user within an hour adds no entry, so that a page that refetches does not
 *  fill the audit trail. Each instance remembers its own reads. */
export function openReadLog({ db, clock }: { db: Db; clock: () => Date }) {
  const recent = new Set<string>()
  return async (entry: AuditRecord): Promise<void> => {
    const hour = Math.floor(clock().getTime() / 3_600_000)
    const key = JSON.stringify([hour, entry.userId, entry.action, entry.target, entry.personIds])
    if (recent.has(key)) return
    const [oldest] = recent
    if (oldest !== undefined && recent.size >= maxRecent) recent.delete(oldest)
    // Before it is stored, so that requests at the same time add one entry.
    recent.add(key)
    try {
      await appendAudit(db, entry)
    } catch (error) {
      recent.delete(key)
      throw error
    }
  }
}
