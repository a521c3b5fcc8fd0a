import { and, asc, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientListQuery } from '#contract/patient/record.ts'
import { claimLifetime } from '#server/auth/claim-store.ts'
import type { Db } from '#server/database/db.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { patientOldId } from '#server/database/schema/patient-import.ts'
import { user } from '#server/database/schema/user.ts'
import { isWrittenAbout } from './field-store.ts'

/** A patient as other features refer to one. `emailConfirmed`: its owner has an account and opened a link that was sent
 *  there; false while that is awaited, null if nobody was asked. `birthDate` is YYYY-MM-DD. */
export type PatientRef = {
  id: string
  name: string
  birthDate: IsoDate | null
  email: string | null
  emailConfirmed: boolean | null
  createdAt: Date
  diedAt: Date | null
}

/** Columns of a patient as other features refer to one. */
export const patientRef = {
  id: patient.id,
  name: patient.name,
  birthDate: patient.birthDate,
  email: patient.email,
  createdAt: patient.createdAt,
  diedAt: patient.diedAt,
  // Drizzle leaves the table out of the names of columns here.
  emailConfirmed: sql<boolean | null>`coalesce(
    (select holder.email_verified from ${user} as holder where holder.email = ${patient}.email),
    case when exists (
      select from ${mail} as letter where letter.recipient = ${patient}.email and letter.kind = 'claim-account'
      and letter.created_at > now() - make_interval(secs => ${claimLifetime})
    ) then false end)`,
}

const inOrderOf = {
  name: [asc(sql`lower(${patient.name})`), asc(patient.id)],
  'last-name': [asc(sql`last_name(${patient.name})`), asc(sql`lower(${patient.name})`), asc(patient.id)],
  newest: [desc(patient.createdAt), desc(patient.id)],
}

/** Returns the order of a list of patients. */
export const orderOf = (sort: PatientListQuery['sort']): SQL[] => inOrderOf[sort]

/** Matches the records of people whose data are neither erased nor in another record. */
export const isCurrent = and(isNull(patient.erasedAt), isNull(patient.mergedInto)) as SQL

/** Matches people of whom nobody noted that they have died. */
export const isLiving: SQL = isNull(patient.diedAt)

/** Whether the clinic has more of a patient than who they are and how to reach them. */
export const hasDataOf = (patientId: SQL): SQL<boolean> => sql<boolean>`(
  exists (select from booking where booking.patient_id = ${patientId})
  or exists (select from payment_intent where payment_intent.patient_id = ${patientId})
  or exists (select from waiting_entry where waiting_entry.patient_id = ${patientId})
  or exists (select from recall where recall.patient_id = ${patientId})
  or exists (select from patient_old_id where patient_old_id.patient_id = ${patientId})
  or exists (select from patient as noted where noted.id = ${patientId} and ${isWrittenAbout(sql`noted`)}))`

/** Matches all but members of the staff of whom the clinic has nothing but their account. They are few, so that they
 *  are found once for a whole search. */
export const isPatient: SQL = sql`${patient.id} not in (
  select own.patient_id from staff as member
  join patient_user as own on own.user_id = member.user_id and own.relation = 'self'
  where member.ended_at is null and not ${hasDataOf(sql`own.patient_id`)})`

/** Tells whether staff noted that a patient has died. */
export async function hasDied(db: Db, id: string): Promise<boolean> {
  return (await db.$count(patient, and(eq(patient.id, id), not(isLiving)))) > 0
}

/** Keeps the death of a patient from being noted until the transaction ends.
 *  @throws if it is noted already, which `server/http/closed-record.ts` answers */
export async function requireLiving(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`select require_living(${id})`)
}

/** The patient's number in the system that they were imported from, the first of several. */
export const oldId = sql<
  string | null
>`(select min(o.old_id) from ${patientOldId} as o where o.patient_id = ${patient}.id)`

/** Returns the patients with these ids, in an order, by name by default. The id of a record that was merged finds the
 *  one with its data. */
export async function listPatientsById(
  db: Db,
  ids: readonly string[],
  sort: PatientListQuery['sort'] = 'name',
): Promise<PatientRef[]> {
  const current = db
    .select({ id: currentId })
    .from(patient)
    .where(inArray(patient.id, [...ids]))
  return db
    .select(patientRef)
    .from(patient)
    .where(and(inArray(patient.id, current), isNull(patient.erasedAt)))
    .orderBy(...orderOf(sort))
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

/** Whether emails to an address must name a patient: others have it too. They don't while nobody has confirmed the
 *  address of an account, because whoever signed up with it chose the names. */
export const isNamedTo = (patientId: SQL, address: SQL) =>
  // Without the offset the address would be worked out again for each patient that it is compared with.
  sql<boolean>`(
  select exists (select from ${patient} as other where other.email = letter.email and other.id <> ${patientId}
    and other.erased_at is null and other.merged_into is null)
  and not exists (select from ${user} as holder where holder.email = letter.email and not holder.email_verified)
  from (select ${address} as email offset 0) as letter)`

/** Lists the phone numbers of patients as they were typed, the latest first. */
export async function listPhones(db: Db, patientIds: readonly string[]) {
  return db
    .select({ patientId: patientPhone.patientId, number: patientPhone.number, createdAt: patientPhone.createdAt })
    .from(patientPhone)
    .where(inArray(patientPhone.patientId, [...patientIds]))
    .orderBy(sql`${patientPhone.createdAt} desc`, asc(patientPhone.number))
}
