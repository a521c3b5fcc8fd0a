import { and, asc, eq, inArray, isNotNull, ne, notExists, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { patient, patientJoin, patientPhone, patientUser, recordCode } from '#server/database/schema/patient.ts'
import { patientImportRow, patientOldId } from '#server/database/schema/patient-import.ts'
import { recall } from '#server/database/schema/recall.ts'
import { textConsent, textMessage } from '#server/database/schema/text-message.ts'
import { user } from '#server/database/schema/user.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { isWrittenAbout, nothingIn } from './field-store.ts'

/** Returns the ids of those for whom no account but these acts, and of the accounts' own patients, which come first. */
export async function listPatientsOnlyOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const other = alias(patientUser, 'other')
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.patientId, patientUser.patientId), notInArray(other.userId, [...userIds])))
  const rows = await db
    .select({ id: patientUser.patientId })
    .from(patientUser)
    .where(and(inArray(patientUser.userId, [...userIds]), or(eq(patientUser.relation, 'self'), notExists(others))))
    .orderBy(sql`${patientUser.relation} <> 'self'`, asc(patientUser.patientId))
  return rows.map(({ id }) => id)
}

/** Locks patients FOR UPDATE, which waits for their bookings under way and makes others wait. */
export async function lockPatients(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: patient.id })
    .from(patient)
    .where(inArray(patient.id, [...ids]))
    .orderBy(asc(patient.id))
    .for('update')
}

/** Replaces a patient's name by `name` and deletes all else that is known about them, also in the records that were
 *  merged into theirs. No account may act for them any more. */
export async function erasePatient(tx: Db, id: string, { name }: { name: string }): Promise<void> {
  const records = tx
    .select({ id: patient.id })
    .from(patient)
    .where(or(eq(patient.id, id), eq(patient.mergedInto, id)))
  await tx.delete(patientPhone).where(inArray(patientPhone.patientId, records))
  await tx.delete(patientUser).where(inArray(patientUser.patientId, records))
  await tx.delete(recordCode).where(inArray(recordCode.patientId, records))
  await tx.delete(patientJoin).where(or(inArray(patientJoin.keptId, records), inArray(patientJoin.formerId, records)))
  await tx.delete(recall).where(inArray(recall.patientId, records))
  await tx.delete(patientOldId).where(inArray(patientOldId.patientId, records))
  await tx.delete(textConsent).where(inArray(textConsent.patientId, records))
  await tx.delete(textMessage).where(inArray(textMessage.patientId, records))
  // With what was offered to them.
  await tx.delete(waitingEntry).where(inArray(waitingEntry.patientId, records))
  const emails = tx
    .select({ email: patient.email })
    .from(patient)
    .where(and(inArray(patient.id, records), isNotNull(patient.email)))
  await deleteImportedRows(tx, records, emails)
  const nobody: ErasedValues<'patient'> = {
    ...{ ...nothingIn(name), contact: 'none' },
    ...{ recallsStoppedAt: null, recallsSnoozedUntil: null, diedAt: null },
  }
  await tx
    .update(patient)
    .set({ ...nobody, erasedAt: sql`now()` })
    .where(or(eq(patient.id, id), eq(patient.mergedInto, id)))
}

/** Deletes the rows of imported files that became these records, resemble them or contain one of the emails. A row that
 *  was not imported yet never will be. */
async function deleteImportedRows(tx: Db, records: SQLWrapper, emails: SQLWrapper): Promise<void> {
  const { patientId, likePatient, likeKind, email, cells } = patientImportRow
  await tx.delete(patientImportRow).where(
    or(
      inArray(patientId, records),
      // A relative with the same email is another person.
      and(inArray(likePatient, records), ne(likeKind, 'family')),
      inArray(email, emails),
      // Rows that wait, or could not be read.
      sql`${cells} is not null and exists (
        select from ${emails} as mine(email) where position('"' || mine.email || '"' in lower(${cells}::text)) > 0)`,
    ),
  )
}

/** Deletes those of these patients whom the clinic's books don't name. */
export async function deleteUntreated(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(patient).where(and(inArray(patient.id, [...ids]), isUntreated))
}

/** Matches the patients without an appointment, also a cancelled one, a payment, a former record, or anything that
 *  staff wrote or imported about them. */
export const isUntreated = sql`not exists (select from booking where booking.patient_id = ${patient.id})
  and not exists (select from payment_intent where payment_intent.patient_id = ${patient.id})
  and not exists (select from ${patient} as former where former.merged_into = ${patient.id})
  and not exists (select from patient_old_id where patient_old_id.patient_id = ${patient.id})
  and not ${isWrittenAbout(sql`${patient}`)} and ${patient.mergedInto} is null`

/** Tells whether an address is that of one patient and of no account. */
export async function isOnlyOf(db: Db, id: string, email: string): Promise<boolean> {
  const others = await db.$count(patient, and(eq(patient.email, email), ne(patient.id, id)))
  return others === 0 && (await db.$count(user, eq(user.email, email))) === 0
}
