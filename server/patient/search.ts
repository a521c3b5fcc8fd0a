import type { Db } from '#server/database/db.ts'
import { digitsToFind } from './phone-search.ts'
import { searchByPhone, searchByWords } from './search-store.ts'
import type { PatientRef } from './store.ts'

/** Finds at most `limit` patients by the beginnings of words of their name or email, by their birth date (YYYY-MM-DD),
 *  or by at least four digits of a phone number.
 *  @param country the clinic's (ISO 3166-1 alpha-2) */
export async function searchPatients(
  db: Db,
  { search, country, limit }: { search: string; country: string; limit: number },
): Promise<PatientRef[]> {
  const digits = digitsToFind(search, country)
  const [called, named] = await Promise.all([
    digits === undefined ? [] : searchByPhone(db, digits, limit),
    searchByWords(db, search, limit),
  ])
  const found = new Map([...called, ...named].map((patient) => [patient.id, patient]))
  return [...found.values()].slice(0, limit)
}
