import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { verification } from '#server/database/schema/auth.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'

/** Lifetime of the link to set the first password of an account that staff made, in seconds. */
export const claimLifetime = 7 * 24 * 60 * 60

/** Returns a patient with this email for whom no account acts, if the email has no account: of the record `id`, if
 *  given. */
export async function findUnclaimed(
  db: Db,
  { email, id }: { email: string; id?: string },
): Promise<{ id: string; name: string } | undefined> {
  const accounts = db.select({ id: patientUser.userId }).from(patientUser).where(eq(patientUser.patientId, patient.id))
  const [found] = await db
    .select({ id: patient.id, name: patient.name })
    .from(patient)
    .where(
      and(
        eq(patient.email, email),
        id === undefined ? undefined : eq(patient.id, id),
        isNull(patient.erasedAt),
        isNull(patient.mergedInto),
        notExists(accounts),
      ),
    )
    .orderBy(patient.createdAt)
    .limit(1)
  return found
}

/** Makes an unused link one for an account. */
export async function updateLink(db: Db, id: string, userId: string): Promise<void> {
  await db.update(verification).set({ value: userId }).where(eq(verification.id, id))
}
