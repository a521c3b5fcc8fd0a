import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Sameness } from '#contract/patient/record.ts'
import type { Db } from '#server/database/db.ts'
import { listOfBirth, listOfEmail, listOfPhones } from './duplicates-store.ts'
import { phoneKeys } from './phone-number.ts'
import type { PatientRef } from './store.ts'

/** What is known of a patient. An empty text: not known. `id`: their own record, if they have one. */
type Known = { id?: string; name: string; phones: readonly string[]; email: string; birthDate: IsoDate | '' }

/** A patient who is probably the same person, and what both have in common. */
export type Duplicate = PatientRef & { same: Sameness[] }

const minWhole = 7

/** Finds the patients who are probably the same person: with the same email, or with the same name and one of the phone
 *  numbers or the birth date.
 *  @param country the clinic's (ISO 3166-1 alpha-2) */
export async function findDuplicates(db: Db, known: Known, country: string): Promise<Duplicate[]> {
  const { id: exceptId, name, phones, email, birthDate } = known
  const numbers = phoneKeys(phones, country).filter((digits) => digits.length >= minWhole)
  const found: [Sameness, PatientRef[]][] = [
    ['email', email === '' ? [] : await listOfEmail(db, exceptId, email)],
    ['phone', numbers.length === 0 ? [] : await listOfPhones(db, { exceptId, name }, numbers)],
    ['birth-date', birthDate === '' ? [] : await listOfBirth(db, { exceptId, name }, birthDate)],
  ]
  const duplicates = new Map<string, Duplicate>()
  for (const [same, patients] of found) {
    for (const one of patients) {
      const duplicate = duplicates.get(one.id) ?? { ...one, same: [] }
      duplicates.set(one.id, { ...duplicate, same: [...duplicate.same, same] })
    }
  }
  return [...duplicates.values()]
}
