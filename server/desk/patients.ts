import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import type { LikelyDuplicate } from '#contract/patient/record.ts'
import type { Db } from '#server/database/db.ts'
import type { Duplicate } from '#server/patient/duplicates.ts'
import { searchPatients } from '#server/patient/search.ts'
import type { PatientRef } from '#server/patient/store.ts'
import { listContacts } from './for-patient-store.ts'

type Deps = { db: Db; clock: () => Date }

const maxFound = 10

/** Finds at most ten patients by the beginnings of words of their name or email, by their birth date, or by at least
 *  four digits of a phone number. `died`: those who have died, too. */
export async function findPatients(
  { db, clock, country }: Deps & { country: string },
  { search, died }: { search: string; died: boolean },
): Promise<PatientFound[]> {
  return withContacts({ db, clock }, await searchPatients(db, { search, country, limit: maxFound, died }))
}

/** Returns patients with their phone number and their next appointment. */
export async function withContacts({ db, clock }: Deps, patients: PatientRef[]): Promise<PatientFound[]> {
  if (patients.length === 0) return []
  const contacts = await listContacts(
    db,
    patients.map(({ id }) => id),
    clock(),
  )
  const contactOf = new Map(contacts.map((contact) => [contact.patientId, contact]))
  return patients.map(({ id, name, birthDate, email, emailConfirmed, diedAt }) => {
    const { phone, next } = contactOf.get(id) ?? { phone: null, next: null }
    return {
      _id: id,
      name,
      ...(birthDate !== null && { birthDate }),
      ...(email !== null && { email }),
      ...(email !== null && emailConfirmed !== null && { emailConfirmed }),
      ...(phone !== null && { phone }),
      ...(next && { next: { ...next, date: formatMediumDate(next.date) } }),
      ...(diedAt && { died: true as const }),
    }
  })
}

/** Returns likely duplicates with their phone number and their next appointment. */
export async function toLikely(deps: Deps, duplicates: Duplicate[]): Promise<LikelyDuplicate[]> {
  const found = await withContacts(deps, duplicates)
  return found.map((one, at) => ({ ...one, same: duplicates[at]?.same ?? [] }))
}
