import { eq } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import type { TestApp } from '#server/testing/app.ts'

/** Lets an account act for a patient since 2020, and gives the patient a birth date. */
export async function addGuardian(server: TestApp, patientId: string, birthDate: IsoDate): Promise<void> {
  const { userId } = await server.person()
  const { db } = server.database
  const createdAt = new Date('2020-01-01T12:00:00Z')
  await db.insert(patientUser).values({ userId, patientId, relation: 'child', createdAt })
  await db.update(patient).set({ birthDate }).where(eq(patient.id, patientId))
}
