import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { removeSecondFactor } from '../second-factor/store.ts'
import { endSessions } from '../store.ts'

type Account = { id: string; email: string }

/** Signs an account out everywhere, and records it in the audit trail. */
export async function signOutEverywhere(db: Db, { id, email }: Account, record: RecordAudit): Promise<void> {
  await db.transaction(async (tx) => {
    await endSessions(tx, id)
    await record(tx, 'end-sessions', email, [id])
  })
}

/** Removes the second factor of an account, signs it out everywhere, and records it in the audit trail. */
export function takeSecondFactor(
  db: Db,
  { id, email }: Account,
  record: RecordAudit,
): Promise<Outcome<object, 'no-second-factor'>> {
  return transact(db, async (tx) => {
    if (!(await removeSecondFactor(tx, id))) return refused('no-second-factor')
    await record(tx, 'remove-second-factor', email, [id])
    return { ok: true }
  })
}
