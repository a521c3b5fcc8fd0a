import type { Refused } from '#contract/kit/outcome.ts'
import type { RecordJoin } from '#contract/patient/record.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { findRecord } from '#server/patient/record-store.ts'
import { findJoin, listJoins, undoJoin } from './join-store.ts'

export type UndoRefusal = Refused<'unknown-patient' | 'unknown-join' | 'too-late' | 'in-use'>

/** So many days a join of two records can be undone; then the daily clean-up forgets what undoes it. */
const undoDays = 30
const dayMs = 86_400_000

/** Lists the records that became part of one, the latest first, and until when each can be separated. */
export async function readJoins(db: Db, patientId: string, now: Date): Promise<RecordJoin[]> {
  const rows = await listJoins(db, patientId)
  return rows.map(({ id, name, way, madeBy, madeAt, isUndoable }) => {
    const until = new Date(madeAt.getTime() + undoDays * dayMs)
    return {
      ...{ _id: id, name, way, madeBy, madeAt: madeAt.toISOString() },
      ...(isUndoable && until > now && { undoUntil: until.toISOString() }),
    }
  })
}

/** Separates two records that became one, as long as nothing new refers to the result: all of it or nothing. */
export function undoMerge(
  db: Db,
  { patientId, joinId }: { patientId: string; joinId: string },
  { record, actor, now }: { record: RecordAudit; actor: string; now: Date },
): Promise<{ ok: true } | UndoRefusal> {
  return transact(db, async (tx): Promise<{ ok: true } | UndoRefusal> => {
    const kept = await findRecord(tx, patientId)
    if (!kept) return { ok: false, reason: 'unknown-patient' }
    const join = await findJoin(tx, joinId, kept.id)
    if (!join) return { ok: false, reason: 'unknown-join' }
    if (join.madeAt.getTime() + undoDays * dayMs <= now.getTime()) return { ok: false, reason: 'too-late' }
    if (!(await undoJoin(tx, joinId, actor))) return { ok: false, reason: 'in-use' }
    const target = `the records of ${join.name} and ${kept.name}`
    await record(tx, 'undo-merge', target, [kept.id, join.formerId])
    return { ok: true }
  })
}
