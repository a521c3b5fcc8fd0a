import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Relation } from '#contract/patient/patient.ts'
import type { PatientListQuery } from '#contract/patient/record.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { currentPatientId, isCurrent, type PatientRef, patientRef } from './store.ts'

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
  const { patientId, relation, createdAt: since } = patientUser
  return db
    .select({ patientId, relation, since, userId: user.id, email: user.email, confirmed: user.emailVerified })
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

/** Lets an account act for a patient. Returns false if it may already. */
export async function insertActing(
  tx: Db,
  values: { userId: string; patientId: string; relation: Relation },
): Promise<boolean> {
  const rows = await tx
    .insert(patientUser)
    .values(values)
    .onConflictDoNothing()
    .returning({ userId: patientUser.userId })
  return rows.length > 0
}

/** Ends that an account acts for a patient. */
export async function deleteActing(tx: Db, { userId, patientId }: { userId: string; patientId: string }) {
  await tx.delete(patientUser).where(and(eq(patientUser.userId, userId), eq(patientUser.patientId, patientId)))
}

/** Makes the record `former` a part of `kept`. Returns false if one of them is erased or was merged already. */
export async function mergeRecords(tx: Db, { former, kept }: { former: string; kept: string }): Promise<boolean> {
  const { rows } = (await tx.execute(sql`select merge_patient(${former}, ${kept}) as merged`)) as {
    rows: { merged: boolean }[]
  }
  return rows[0]?.merged ?? false
}

/** Lists a page of all patients, by name or the newest first, and counts them. */
export async function listInOrder(
  db: Db,
  { sort, page, limit }: Pick<PatientListQuery, 'sort' | 'page' | 'limit'>,
): Promise<{ total: number; patients: PatientRef[] }> {
  const order =
    sort === 'name' ? [asc(sql`lower(${patient.name})`), asc(patient.id)] : [desc(patient.createdAt), desc(patient.id)]
  const [total, patients] = await Promise.all([
    db.$count(patient, isCurrent),
    db
      .select(patientRef)
      .from(patient)
      .where(isCurrent)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
  ])
  return { total, patients }
}
