import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { PatientListQuery } from '#contract/patient/record.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { currentPatientId, isCurrent, isLiving, isPatient, orderOf, type PatientRef, patientRef } from './store.ts'
import { tieSees } from './tie/tie-store.ts'

export type PatientRow = typeof patient.$inferSelect

/** Returns the record that has the data of a patient's, also of an erased one. */
export async function findRecord(db: Db, id: string): Promise<PatientRow | undefined> {
  const current = await currentPatientId(db, id)
  const [found] = await db.select().from(patient).where(eq(patient.id, current))
  return found
}

/** Locks the record that has the data of a patient's FOR UPDATE and returns it. */
export async function lockRecord(tx: Db, id: string): Promise<PatientRow | undefined> {
  const [found] = await tx.select().from(patient).where(eq(patient.id, id)).for('update')
  return found?.mergedInto ? lockRecord(tx, found.mergedInto) : found
}

/** Returns these records as they are, also merged ones. */
export async function listRecords(db: Db, ids: readonly string[]): Promise<PatientRow[]> {
  return db
    .select()
    .from(patient)
    .where(inArray(patient.id, [...ids]))
}

/** Returns the ids of the records that were merged into one, and its own. */
export async function listRecordIds(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: patient.id })
    .from(patient)
    .where(or(eq(patient.id, id), eq(patient.mergedInto, id)))
  return rows.map((row) => row.id)
}

/** Replaces values of a patient. */
export async function updateRecord(tx: Db, id: string, values: Partial<PatientRow>): Promise<void> {
  if (Object.keys(values).length > 0) await tx.update(patient).set(values).where(eq(patient.id, id))
}

/** Makes these the phone numbers of a patient. Those whose digits were there keep their time. */
export async function replacePhones(tx: Db, id: string, numbers: readonly string[]): Promise<void> {
  const digits = numbers.map((number) => sql`phone_digits(${number})`)
  const isGone = digits.length > 0 ? sql`${patientPhone.digits} not in (${sql.join(digits, sql`, `)})` : undefined
  await tx.delete(patientPhone).where(and(eq(patientPhone.patientId, id), isGone))
  for (const number of numbers)
    await tx
      .insert(patientPhone)
      .values({ patientId: id, number })
      .onConflictDoUpdate({ target: [patientPhone.patientId, patientPhone.digits], set: { number } })
}

/** The accounts that may act for patients, the patients' own first. */
export async function listAccountsOf(db: Db, patientIds: readonly string[]) {
  const { patientId, relation, way, madeBy, createdAt: since } = patientUser
  const account = { userId: user.id, email: user.email, name: user.name, confirmed: user.emailVerified }
  return db
    .select({ patientId, relation, way, madeBy, since, sees: tieSees(patientUser), ...account })
    .from(patientUser)
    .innerJoin(user, eq(user.id, patientUser.userId))
    .where(inArray(patientId, [...patientIds]))
    .orderBy(sql`${relation} <> 'self'`, asc(since), asc(user.id))
}

/** Keeps accounts from being erased until the transaction ends. Whoever locks patients too locks the accounts first. */
export async function lockAccounts(tx: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, [...userIds]))
    .orderBy(asc(user.id))
    .for('key share')
}

/** Locks the account with this email as `lockAccounts` does, and returns it. */
export async function lockAccountOf(tx: Db, email: string) {
  const [found] = await tx
    .select({ id: user.id, confirmed: user.emailVerified })
    .from(user)
    .where(eq(user.email, email))
    .for('key share')
  return found
}

/** Ends that an account acts for a patient. */
export async function deleteActing(tx: Db, { userId, patientId }: { userId: string; patientId: string }) {
  await tx.delete(patientUser).where(and(eq(patientUser.userId, userId), eq(patientUser.patientId, patientId)))
}

/** Lists a page of all patients in an order, and counts them. `died`: those who have died,
 *  too; `staff`: staff who are no patients. */
export async function listInOrder(
  db: Db,
  { sort, page, limit, died, staff }: Omit<PatientListQuery, 'search'>,
): Promise<{ total: number; patients: PatientRef[] }> {
  const isWanted = and(isCurrent, died ? undefined : isLiving, staff ? undefined : isPatient)
  const [total, patients] = await Promise.all([
    db.$count(patient, isWanted),
    db
      .select(patientRef)
      .from(patient)
      .where(isWanted)
      .orderBy(...orderOf(sort))
      .limit(limit)
      .offset((page - 1) * limit),
  ])
  return { total, patients }
}
