import type { WaitingEnd } from '#contract/booking/waiting-list.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { endEntry } from './join-store.ts'

type Leaving = { id: string; reason: WaitingEnd; now: Date; patientIds?: readonly string[] }

/** Takes an entry off the waiting list and records it in the audit trail. Returns whether it was on it; of the entries
 *  of `patientIds`, if they are given. */
export function leave(db: Db, leaving: Leaving, record: RecordAudit): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await endEntry(tx, leaving)
    if (ended) await record(tx, 'leave-waiting-list', `${ended.name} for ${ended.treatment}`, [ended.patientId])
    return ended !== undefined
  })
}
