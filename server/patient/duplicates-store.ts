import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { isCurrent, type PatientRef, patientRef } from './store.ts'

const limit = 10

type Name = { exceptId: string | undefined; name: string }

const isOther = (exceptId: string | undefined) =>
  and(isCurrent, exceptId === undefined ? undefined : ne(patient.id, exceptId))
const isCalled = (name: string) => sql`name_key(${patient.name}) = name_key(${name})`

/** Lists other patients with this email. */
export const listOfEmail = (db: Db, exceptId: string | undefined, email: string): Promise<PatientRef[]> =>
  list(db, and(isOther(exceptId), eq(patient.email, email)))

/** Lists other patients with this name, written in any way, who were born on this day (YYYY-MM-DD). */
export const listOfBirth = (db: Db, { exceptId, name }: Name, birthDate: IsoDate): Promise<PatientRef[]> => {
  // The index has the date as a word.
  const isFound = sql`patient_words(${patient.name}, ${patient.email}, ${patient.birthDate}) @@ patient_beginnings(${birthDate})`
  return list(db, and(isOther(exceptId), isFound, eq(patient.birthDate, birthDate), isCalled(name)))
}

/** Lists other patients with this name who have one of these phone numbers, as digits without the country's code. */
export const listOfPhones = (db: Db, { exceptId, name }: Name, numbers: readonly string[]): Promise<PatientRef[]> => {
  const { digits } = patientPhone
  const hasNumber = numbers.map((number) =>
    and(sql`digit_groups(${digits}) @> digit_groups(${number})`, sql`${digits} like ${`%${number}`}`),
  )
  const holders = db
    .selectDistinct({ id: patientPhone.patientId })
    .from(patientPhone)
    .where(or(...hasNumber))
  return list(db, and(isOther(exceptId), sql`${patient.id} in ${holders}`, isCalled(name)))
}

const list = (db: Db, condition: SQL | undefined) =>
  db.select(patientRef).from(patient).where(condition).orderBy(patient.createdAt, patient.id).limit(limit)

/** Keeps others who add a patient with this name, written in any way, waiting until the transaction ends. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(name_key(${name}), 3))`)
}
