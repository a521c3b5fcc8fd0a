import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { setCalled } from '#server/appointment/patient-call-store.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'

/** Notes who called a patient, by their email, or with `null` that nobody has. Records it in the audit trail. */
export function markCalled(
  db: Db,
  id: string,
  by: string | null,
  record: RecordAudit,
): Promise<Outcome<object, 'unknown-call'>> {
  return transact(db, async (tx) => {
    const found = await setCalled(tx, id, by)
    if (!found) return refused('unknown-call')
    await record(tx, 'call-patient', `${found.treatment} of ${found.patientName}`, [found.patientId])
    return { ok: true }
  })
}
