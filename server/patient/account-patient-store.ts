import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Relation } from '#contract/patient/patient.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientJoin, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { deleteUntreated } from './personal-store.ts'
import { insertTie, tieSees } from './tie/tie-store.ts'

const mine = alias(patientUser, 'mine')

/** Lists whom an account may act for, its own patient first, then in the order in which they were added; of one
 *  patient, if given. */
export async function listAccountPatientRows(db: Db, userId: string, patientId?: string) {
  return db
    .select({ patient, relation: mine.relation, way: mine.way, since: mine.createdAt, sees: tieSees(mine) })
    .from(mine)
    .innerJoin(patient, eq(patient.id, mine.patientId))
    .where(and(eq(mine.userId, userId), patientId === undefined ? undefined : eq(mine.patientId, patientId)))
    .orderBy(sql`${mine.relation} <> 'self'`, asc(mine.createdAt), asc(patient.id))
}
export type AccountPatientRow = Awaited<ReturnType<typeof listAccountPatientRows>>[number]

/** Lists the other accounts that may act for patients. */
export async function listOtherAccounts(db: Db, userId: string, patientIds: readonly string[]) {
  return db
    .select({
      patientId: patientUser.patientId,
      userId: user.id,
      email: user.email,
      relation: patientUser.relation,
      way: patientUser.way,
      since: patientUser.createdAt,
      sees: tieSees(patientUser),
    })
    .from(patientUser)
    .innerJoin(user, eq(user.id, patientUser.userId))
    .where(and(inArray(patientUser.patientId, [...patientIds]), ne(patientUser.userId, userId)))
    .orderBy(asc(patientUser.createdAt), asc(user.email))
}

/** Counts whom an account may act for, and keeps others who add to them waiting until the transaction ends. */
export async function countAccountPatientsLocked(tx: Db, userId: string): Promise<number> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  return tx.$count(patientUser, eq(patientUser.userId, userId))
}

/** Adds a patient for whom an account may act. `madeBy` is the account's email. */
export async function insertAccountPatient(
  tx: Db,
  { userId, madeBy }: { userId: string; madeBy: string },
  { id, name, birthDate, relation }: { id: string; name: string; birthDate: IsoDate | null; relation: Relation },
): Promise<void> {
  await tx.insert(patient).values({ id, name, birthDate })
  await insertTie(tx, { userId, patientId: id, relation, way: 'added', madeBy })
}

/** Changes fields of a patient's record. */
export async function updatePatient(tx: Db, id: string, fields: Partial<typeof patient.$inferInsert>): Promise<void> {
  if (Object.keys(fields).length > 0) await tx.update(patient).set(fields).where(eq(patient.id, id))
}

/** Changes what a patient is to an account; the own patient stays the own one. */
export async function updateRelation(tx: Db, row: { userId: string; patientId: string; relation: Relation }) {
  const { userId, patientId, relation } = row
  await tx
    .update(patientUser)
    .set({ relation })
    .where(and(eq(patientUser.userId, userId), eq(patientUser.patientId, patientId), ne(patientUser.relation, 'self')))
}

/** Changes the name of an account. */
export async function updateAccountName(tx: Db, id: string, name: string): Promise<void> {
  await tx.update(user).set({ name, updatedAt: sql`now()` }).where(eq(user.id, id))
}

/** Gives accounts the name of their own patients again, which a join of records had changed. */
export async function updateNameOfOwn(tx: Db, joinId: string): Promise<void> {
  await tx.execute(sql`
    update ${user} set name = p.name, updated_at = now()
    from ${patientJoin} as j join ${patientUser} as tie on tie.patient_id in (j.former_id, j.kept_id) and tie.relation = 'self'
      join ${patient} as p on p.id = tie.patient_id
    where j.id = ${joinId} and ${user}.id = tie.user_id and ${user}.name <> p.name`)
}

/** Replaces the phone numbers of a patient. A number that stays keeps its time. */
export async function replacePhones(tx: Db, patientId: string, numbers: readonly string[]): Promise<void> {
  const rows = await tx.select().from(patientPhone).where(eq(patientPhone.patientId, patientId)).for('update')
  const gone = rows.filter(({ number }) => !numbers.includes(number)).map(({ digits }) => digits)
  if (gone.length > 0)
    await tx.delete(patientPhone).where(and(eq(patientPhone.patientId, patientId), inArray(patientPhone.digits, gone)))
  const added = numbers.filter((number) => number !== '').map((number) => ({ patientId, number }))
  if (added.length > 0) await tx.insert(patientPhone).values(added).onConflictDoNothing()
}

/** Ends that an account may act for a patient who is not its own. A patient whom nobody knows and the clinic never
 *  treated is deleted. Returns false if it could not act for them. */
export async function deleteRelation(tx: Db, userId: string, patientId: string): Promise<boolean> {
  const deleted = await tx
    .delete(patientUser)
    .where(and(eq(patientUser.userId, userId), eq(patientUser.patientId, patientId), ne(patientUser.relation, 'self')))
    .returning({ id: patientUser.patientId })
  if (deleted.length === 0) return false
  if ((await tx.$count(patientUser, eq(patientUser.patientId, patientId))) === 0) await deleteUntreated(tx, [patientId])
  return true
}
