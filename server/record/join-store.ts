import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient, patientJoin } from '#server/database/schema/patient.ts'
import { updateNameOfOwn } from '#server/patient/account-patient-store.ts'

const { id, formerId, way, madeBy, madeAt } = patientJoin
const join = {
  id,
  formerId,
  way,
  madeBy,
  madeAt,
  name: patient.name,
  isUndoable: isNotNull(patientJoin.undo).mapWith(Boolean),
}

/** Lists the records that became part of one and still are, the latest first. */
export async function listJoins(db: Db, keptId: string) {
  return db
    .select(join)
    .from(patientJoin)
    .innerJoin(patient, eq(patient.id, formerId))
    .where(and(eq(patientJoin.keptId, keptId), isNull(patientJoin.undoneAt)))
    .orderBy(desc(madeAt), desc(id))
}

/** Returns a join that was not undone. */
export async function findJoin(db: Db, joinId: string, keptId: string) {
  const [found] = await db
    .select(join)
    .from(patientJoin)
    .innerJoin(patient, eq(patient.id, formerId))
    .where(and(eq(id, joinId), eq(patientJoin.keptId, keptId), isNull(patientJoin.undoneAt)))
  return found
}

/** Undoes a join. Returns false if something new refers to the kept record (undo_merge.sql). */
export async function undoJoin(tx: Db, joinId: string, by: string): Promise<boolean> {
  const rows = await selectRows<{ undone: boolean }>(tx, sql`select undo_merge(${joinId}::uuid, ${by}) as undone`)
  if (!rows[0]?.undone) return false
  await updateNameOfOwn(tx, joinId)
  return true
}
