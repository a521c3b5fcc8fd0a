import { and, eq, exists, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import { patientJoin, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { textConsent } from '#server/database/schema/text-message.ts'

/** Takes an account out of the records of the people for whom it acts: its owner's phone numbers, what it agreed to on
 *  their behalf, and its email as who made a tie. Runs before the account is deleted. */
export async function eraseActor(
  tx: Db,
  { id, email, ownPatientId }: { id: string; email: string; ownPatientId: string },
): Promise<void> {
  const acted = tx.select({ id: patientUser.patientId }).from(patientUser).where(eq(patientUser.userId, id))
  const own = alias(patientPhone, 'own')
  const isOwners = exists(
    tx
      .select({ one: sql`1` })
      .from(own)
      .where(and(eq(own.patientId, ownPatientId), eq(own.digits, patientPhone.digits))),
  )
  await tx
    .delete(patientPhone)
    .where(and(ne(patientPhone.patientId, ownPatientId), inArray(patientPhone.patientId, acted), isOwners))
  await tx
    .delete(textConsent)
    .where(and(eq(textConsent.givenBy, email), notInArray(textConsent.patientId, [ownPatientId])))
  await tx.update(patientUser).set({ madeBy: '' }).where(eq(patientUser.madeBy, email))
  await tx.update(patientJoin).set({ madeBy: '' }).where(eq(patientJoin.madeBy, email))
}
