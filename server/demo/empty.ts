import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { countInvented, deleteInvented, lockDemo } from './store.ts'

/** Takes the invented patients away, with all that is about them, and records it in the audit trail. */
export function emptyDemo(db: Db, record: RecordAudit): Promise<Outcome<object, 'demo-empty'>> {
  return transact(db, async (tx): Promise<Outcome<object, 'demo-empty'>> => {
    await lockDemo(tx)
    if ((await countInvented(tx)) === 0) return refused('demo-empty')
    const count = await deleteInvented(tx)
    await record(tx, 'empty-demo', `${count} invented patients`)
    return { ok: true }
  })
}
