import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { patientOldId } from '#server/database/schema/patient-import.ts'
import { user } from '#server/database/schema/user.ts'

/** A patient as other features refer to one. `emailConfirmed`: its owner has an account and opened a link that was sent
 *  there. `birthDate` is YYYY-MM-DD. */
export type PatientRef = {
  id: string
  name: string
  birthDate: string | null
  email: string | null
  emailConfirmed: boolean
  createdAt: Date
}

/** Columns of a patient as other features refer to one. */
export const patientRef = {
  id: patient.id,
  name: patient.name,
  birthDate: patient.birthDate,
  email: patient.email,
  createdAt: patient.createdAt,
  // Drizzle leaves the table out of the names of columns here.
  emailConfirmed: sql<boolean>`exists (
    select from ${user} as holder where holder.email = ${patient}.email and holder.email_verified)`,
}

/** Matches the records of people whose data are neither erased nor in another record. */
export const isCurrent = and(isNull(patient.erasedAt), isNull(patient.mergedInto)) as SQL

/** The patient's number in the system that they were imported from, the first of several. */
export const oldId = sql<
  string | null
>`(select min(o.old_id) from ${patientOldId} as o where o.patient_id = ${patient}.id)`

/** Returns the patients with these ids, by name. The id of a record that was merged finds the one with its data. */
export async function listPatientsById(db: Db, ids: readonly string[]): Promise<PatientRef[]> {
  const current = db
    .select({ id: currentId })
    .from(patient)
    .where(inArray(patient.id, [...ids]))
  return db
    .select(patientRef)
    .from(patient)
    .where(and(inArray(patient.id, current), isNull(patient.erasedAt)))
    .orderBy(asc(sql`lower(${patient.name})`), asc(patient.id))
}

/** Inserts a patient without an account. Returns false if the id is taken. */
export async function insertPatient(tx: Db, values: typeof patient.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(patient).values(values).onConflictDoNothing().returning({ id: patient.id })
  return inserted.length > 0
}

/** Lists the own patients of all accounts. */
export async function listOwnPatients(db: Db) {
  return db
    .select({ id: patient.id, name: patient.name, email: user.email, userId: user.id })
    .from(patientUser)
    .innerJoin(patient, eq(patient.id, patientUser.patientId))
    .innerJoin(user, eq(user.id, patientUser.userId))
    .where(eq(patientUser.relation, 'self'))
}

/** Keeps others who add a patient with this email waiting until the transaction ends. */
export async function lockEmail(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 2))`)
}

const currentId = sql<string>`coalesce(${patient.mergedInto}, ${patient.id})`

/** Returns the id of the record that has the data of a patient's: its own, unless it was merged into another. */
export async function currentPatientId(db: Db, id: string): Promise<string> {
  const [found] = await db.select({ id: currentId }).from(patient).where(eq(patient.id, id))
  return found?.id ?? id
}

/** Returns the ids of those who may pay for a patient: their own, and the own patient of each account that may act for
 *  them. */
export async function listPayers(db: Db, patientId: string): Promise<string[]> {
  const accounts = db.select({ id: patientUser.userId }).from(patientUser).where(eq(patientUser.patientId, patientId))
  const rows = await db
    .select({ id: patientUser.patientId })
    .from(patientUser)
    .where(and(inArray(patientUser.userId, accounts), eq(patientUser.relation, 'self')))
  return [...new Set([patientId, ...rows.map(({ id }) => id)])]
}

/** The recipient of emails about a patient, and whether they must name the patient. */
export type Recipient = { recipient: string; isNamed: boolean }

/** Returns the address for emails about a patient, empty if there is none.
 *  @param bookedBy the account that booked the appointment that the email is about */
export async function findRecipient(
  db: Db,
  { patientId, bookedBy = null }: { patientId: string; bookedBy?: string | null },
): Promise<Recipient> {
  const recipient = sql<string>`recipient_of(${patientId}, ${bookedBy})`
  const [found] = await db
    .select({ recipient, isNamed: isNamedTo(sql`${patientId}`, recipient) })
    .from(sql`(select) as one`)
  return found ?? { recipient: '', isNamed: false }
}

/** Whether emails to an address must name a patient: others have it too. They don't while nobody has confirmed the
 *  address of an account, because whoever signed up with it chose the names. */
export const isNamedTo = (patientId: SQL, address: SQL) => sql<boolean>`(
  exists (select from ${patient} as other where other.email = ${address} and other.id <> ${patientId}
    and other.erased_at is null and other.merged_into is null)
  and not exists (select from ${user} as holder where holder.email = ${address} and not holder.email_verified))`

/** Lists the phone numbers of patients as they were typed, the latest first. */
export async function listPhones(db: Db, patientIds: readonly string[]) {
  return db
    .select({ patientId: patientPhone.patientId, number: patientPhone.number, createdAt: patientPhone.createdAt })
    .from(patientPhone)
    .where(inArray(patientPhone.patientId, [...patientIds]))
    .orderBy(sql`${patientPhone.createdAt} desc`, asc(patientPhone.number))
}
