import { randomUUID } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { emailChange } from '#server/database/schema/auth.ts'
import { patient, patientJoin, recordCode, recordTry } from '#server/database/schema/patient.ts'

/** Adds a row about a person to each table around ties: a merged record, a code, a wrong birth date, a new email. */
export async function addTieRows(
  db: Db,
  { userId, patientId }: { userId: string; patientId: string },
  expiresAt: Date,
): Promise<void> {
  const formerId = randomUUID()
  await db.insert(patient).values({ id: formerId, name: 'x', mergedInto: patientId })
  const join = { id: randomUUID(), formerId, keptId: patientId, way: 'desk', madeBy: 'x' } as const
  await db.insert(patientJoin).values({ ...join, undo: {}, undoneAt: new Date(), undoneBy: 'x' })
  await db.insert(recordCode).values({ patientId, codeHash: 'x', madeBy: 'x', expiresAt })
  await db.insert(recordTry).values({ userId })
  await db.insert(emailChange).values({ userId, id: randomUUID(), email: 'x', expiresAt })
}
