import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { patient } from '#server/database/schema/patient.ts'
import { isCurrent, isLiving, isNamedTo } from '#server/patient/store.ts'
import { isLinkLive } from '#server/patient/tie/link-key-store.ts'
import { addressHashOf, addressOf, hasDataOf } from './link-store.ts'
import type { StoppedBy } from './stop-token.ts'

/** Returns the patient whose invitations a link stops; undefined if they no longer go to its recipient. These are the
 *  person whom the link was for, and whoever has the address now. */
export async function findStoppable(db: Db, { patientId, key, addressHash }: StoppedBy) {
  const isTheirs = or(isLinkLive(patient.id, key), sql`${addressHashOf(patient.id)} = ${addressHash}`)
  const [found] = await db
    .select({
      id: patient.id,
      name: patient.name,
      stoppedAt: patient.recallsStoppedAt,
      isNamed: isNamedTo(sql`patient.id`, addressOf(sql`patient.id`)),
    })
    .from(patient)
    .where(and(hasDataOf(patientId), isCurrent, isLiving, isTheirs))
  return found
}

/** Stops the invitations of a patient, or starts them again. Returns false if they were already. */
export async function setStopped(tx: Db, patientId: string, stopped: boolean): Promise<boolean> {
  const { recallsStoppedAt: since } = patient
  const changed = await tx
    .update(patient)
    .set({ recallsStoppedAt: stopped ? sql`now()` : null })
    .where(and(eq(patient.id, patientId), stopped ? isNull(since) : isNotNull(since)))
    .returning({ id: patient.id })
  return changed.length > 0
}
