import { and, type Column, eq, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { JoinWay, Relation, TieWay } from '#contract/patient/patient.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient, patientJoin, patientUser, recordCode, recordTry } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { hasDataOf, isCurrent, isLiving } from '../store.ts'

/** Whether an account sees the appointments of a patient for whom it may act (tie_sees.sql). */
export const tieSees = (tie: Record<'relation' | 'patientId' | 'createdAt' | 'agreedAt', Column>): SQL<boolean> =>
  sql<boolean>`tie_sees(${tie.relation}, ${tie.patientId}, ${tie.createdAt}, ${tie.agreedAt})`

/** Whether a patient is under the age from which they decide themselves. One whose birth date is not known counts as of
 *  age. */
const isUnderAge = sql<boolean>`coalesce((select ${patient.birthDate} + make_interval(years => adult_age) > clinic_today() from clinic), false)`

/** A tie to add. */
export type NewTie = { userId: string; patientId: string; relation: Relation; way: TieWay; madeBy: string }

/** Lets an account act for a patient. Returns false if it may already, in whatever relation. */
export async function insertTie(tx: Db, tie: NewTie): Promise<boolean> {
  const rows = await tx.insert(patientUser).values(tie).onConflictDoNothing().returning({ id: patientUser.id })
  return rows.length > 0
}

/** Notes that a patient agrees that an account sees their appointments. Returns false if it does not act for them. */
export async function noteAgreement(tx: Db, { userId, patientId }: { userId: string; patientId: string }) {
  const rows = await tx
    .update(patientUser)
    .set({ agreedAt: sql`now()` })
    .where(and(eq(patientUser.userId, userId), eq(patientUser.patientId, patientId), ne(patientUser.relation, 'self')))
    .returning({ id: patientUser.id })
  return rows.length > 0
}

/** A record as a person can reach it. */
const reachable = {
  id: patient.id,
  name: patient.name,
  birthDate: sql<IsoDate | null>`${patient.birthDate}`,
  isUnderAge,
}

/** Returns the record of a living person whose data are neither erased nor in another. */
export async function findReachable(db: Db, id: string) {
  const [found] = await db
    .select(reachable)
    .from(patient)
    .where(and(eq(patient.id, id), isCurrent, isLiving))
  return found
}
export type Reachable = NonNullable<Awaited<ReturnType<typeof findReachable>>>

/** Lists the records with this email for which no account acts. */
export async function listUnreached(db: Db, email: string): Promise<Reachable[]> {
  const ties = db.select({ id: patientUser.id }).from(patientUser).where(eq(patientUser.patientId, patient.id))
  return db
    .select(reachable)
    .from(patient)
    .where(and(eq(patient.email, email), isCurrent, isLiving, notExists(ties)))
    .orderBy(patient.createdAt, patient.id)
}

/** Tells whether a patient has an account of their own. */
export async function hasOwnTie(db: Db, patientId: string): Promise<boolean> {
  return (await db.$count(patientUser, and(eq(patientUser.patientId, patientId), eq(patientUser.relation, 'self')))) > 0
}

/** Returns an account's own patient. */
export async function findOwn(db: Db, userId: string) {
  const [found] = await db
    .select({ id: patient.id, name: patient.name, birthDate: sql<IsoDate | null>`${patient.birthDate}` })
    .from(patientUser)
    .innerJoin(patient, eq(patient.id, patientUser.patientId))
    .where(and(eq(patientUser.userId, userId), eq(patientUser.relation, 'self')))
  return found
}

/** Locks an account, then the bookings of two records, then the records, in the order of every other transaction. */
export async function lockForJoin(tx: Db, userId: string, ids: readonly [string, string]): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  await tx.execute(sql`select from booking where patient_id in (${ids[0]}, ${ids[1]}) order by id for update`)
  await tx.execute(sql`select from ${patient} where id in (${ids[0]}, ${ids[1]}) order by id for update`)
}

/** Tells whether the clinic has more of a patient than who they are and how to reach them. */
export async function hasData(tx: Db, patientId: string): Promise<boolean> {
  const rows = await selectRows<{ found: boolean }>(tx, sql`select ${hasDataOf(sql`${patientId}`)} as found`)
  return rows[0]?.found ?? true
}

/** Makes the record `former` a part of `kept`. Returns the id of the join; undefined if the database refuses it. */
export async function mergeInto(
  tx: Db,
  { former, kept }: { former: string; kept: string },
  { way, madeBy }: { way: JoinWay; madeBy: string },
): Promise<string | undefined> {
  const rows = await selectRows<{ merged: boolean }>(tx, sql`select merge_patient(${former}, ${kept}) as merged`)
  if (!rows[0]?.merged) return undefined
  const [joined] = await tx
    .update(patientJoin)
    .set({ way, madeBy })
    .where(and(eq(patientJoin.formerId, former), eq(patientJoin.keptId, kept), isNull(patientJoin.undoneAt)))
    .returning({ id: patientJoin.id })
  return joined?.id
}

/** Notes the kept record of a join as it is now, so that an undo tells later changes from it. */
export async function noteJoined(tx: Db, joinId: string): Promise<void> {
  await tx.execute(sql`
    update ${patientJoin} as j set undo = j.undo || jsonb_build_object('after', to_jsonb(p))
    from ${patient} as p where p.id = j.kept_id and j.id = ${joinId}`)
}

/** Notes that an account reached its own record. */
export async function markReached(tx: Db, userId: string, madeBy: string): Promise<void> {
  await tx
    .update(patientUser)
    .set({ way: 'this-is-me', madeBy })
    .where(and(eq(patientUser.userId, userId), eq(patientUser.relation, 'self')))
}

/** Gives an account a record of its own that has only its name and email. */
export async function insertOwn(tx: Db, account: { userId: string; name: string; email: string }): Promise<void> {
  const { userId, name, email } = account
  const patientId = uuid()
  await tx.insert(patient).values({ id: patientId, name, email })
  await insertTie(tx, { userId, patientId, relation: 'self', way: 'sign-up', madeBy: '' })
}

/** Locks how often an account has named a wrong birth date or code, and returns it. */
export async function lockTries(tx: Db, userId: string) {
  await tx.insert(recordTry).values({ userId }).onConflictDoNothing()
  const [found] = await tx.select().from(recordTry).where(eq(recordTry.userId, userId)).for('update')
  return found ?? { birthDates: 0, codes: 0 }
}

/** Returns how many wrong birth dates an account has named. */
export async function countBirthDates(db: Db, userId: string): Promise<number> {
  const [found] = await db.select().from(recordTry).where(eq(recordTry.userId, userId))
  return found?.birthDates ?? 0
}

/** Counts a wrong birth date or code of an account. */
export async function countTry(tx: Db, userId: string, what: 'birthDates' | 'codes'): Promise<void> {
  await tx
    .update(recordTry)
    .set({ [what]: sql`${recordTry[what]} + 1`, triedAt: sql`now()` })
    .where(eq(recordTry.userId, userId))
}

/** Forgets the wrong birth dates and codes of an account. */
export async function clearTries(tx: Db, userId: string): Promise<void> {
  await tx.delete(recordTry).where(eq(recordTry.userId, userId))
}

/** Replaces the code of a record. */
export async function replaceCode(tx: Db, row: typeof recordCode.$inferInsert): Promise<void> {
  await tx.insert(recordCode).values(row).onConflictDoUpdate({ target: recordCode.patientId, set: row })
}

/** Returns the id of the record that a code is for, and locks the code; undefined if it is unknown or too old. */
export async function lockCode(tx: Db, codeHash: string, now: Date): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: recordCode.patientId })
    .from(recordCode)
    .where(and(eq(recordCode.codeHash, codeHash), sql`${recordCode.expiresAt} > ${now}`))
    .for('update')
  return found?.id
}

/** Deletes a code, which works once. */
export async function deleteCode(tx: Db, codeHash: string): Promise<void> {
  await tx.delete(recordCode).where(eq(recordCode.codeHash, codeHash))
}
