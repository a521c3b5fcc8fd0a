import type { Refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { lockRecord, updateRecord } from '#server/patient/record-store.ts'

/** Why nobody notes that a patient has died, or takes it back. */
export type DeathRefusal = Refused<'unknown-patient' | 'erased' | 'merged'>

/** Notes that a patient has died, or takes that back with `diedAt` null, and records it in the audit trail: both or
 *  neither. Changes nothing if it is so already. Triggers end what the patient waits for (end_with_death.sql). */
export function setDied(
  db: Db,
  id: string,
  diedAt: Date | null,
  record: RecordAudit,
): Promise<{ ok: true } | DeathRefusal> {
  return transact(db, async (tx) => {
    const row = await lockRecord(tx, id)
    if (!row) return { ok: false, reason: 'unknown-patient' } as const
    if (row.id !== id) return { ok: false, reason: 'merged' } as const
    if (row.erasedAt) return { ok: false, reason: 'erased' } as const
    if ((row.diedAt === null) === (diedAt === null)) return { ok: true } as const
    await updateRecord(tx, id, { diedAt })
    await record(tx, diedAt ? 'note-death' : 'remove-death', row.name, [id])
    return { ok: true } as const
  })
}
