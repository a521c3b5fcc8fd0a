import type { Db } from '#server/database/db.ts'
import { digitsToFind } from './phone-number.ts'
import { searchByPhone, searchByWords, type Wanted } from './search-store.ts'
import type { PatientRef } from './store.ts'

/** Finds at most `limit` patients by the beginnings of words of their name or email, by their birth date (YYYY-MM-DD),
 *  or by at least four digits of a phone number. `died`: those who have died, too; `staff`:
 *  staff who are no patients.
 *  @param country the clinic's (ISO 3166-1 alpha-2) */
export async function searchPatients(
  db: Db,
  {
    search,
    country,
    limit,
    died = false,
    staff = false,
  }: Pick<Wanted, 'limit'> & Partial<Wanted> & { search: string; country: string },
): Promise<PatientRef[]> {
  const digits = digitsToFind(search, country)
  const [called, named] = await Promise.all([
    digits === undefined ? [] : searchByPhone(db, digits, { limit, died, staff }),
    searchByWords(db, search, { limit, died, staff }),
  ])
  const found = new Map([...called, ...named].map((patient) => [patient.id, patient]))
  return [...found.values()].slice(0, limit)
}
