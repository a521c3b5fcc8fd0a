import type { AuditRecord } from '#server/database/audit-schema.ts'
import type { Db } from '#server/database/open.ts'
import { findRole, updateToAdmin } from './store.ts'

/** Adds to the audit trail, in the transaction `tx`. */
export type AppendAudit = (tx: Db, entry: AuditRecord) => Promise<void>

/** Makes the user with the address `email` an admin, and tells of it in the audit trail; both or neither. Gives how many it
 *  changed: 1, or 0 for who was an admin already; undefined when nobody has the address. */
export async function promote(
  db: Db,
  appendAudit: AppendAudit,
  email: string,
  by: Pick<AuditRecord, 'userId' | 'email' | 'clientAddress'>,
): Promise<0 | 1 | undefined> {
  return db.transaction(async (tx) => {
    if (await updateToAdmin(tx, email)) {
      await appendAudit(tx, { ...by, action: 'promote-user', subject: email })
      return 1
    }
    return (await findRole(tx, email)) === undefined ? undefined : 0
  })
}
