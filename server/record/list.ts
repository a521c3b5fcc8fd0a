import { maxCounted } from '#contract/kit/list.ts'
import type { PatientListQuery } from '#contract/patient/record.ts'
import type { Db } from '#server/database/db.ts'
import { listInOrder } from '#server/patient/record-store.ts'
import { searchPatients } from '#server/patient/search.ts'
import { listPatientsById, type PatientRef } from '#server/patient/store.ts'

/** Returns a page of the patients and how many are on all pages; of those that a search finds, at most `maxCounted`. */
export async function listPatients(
  { db, country }: { db: Db; country: string },
  { search, sort, page, limit, died, staff }: PatientListQuery,
): Promise<{ total: number; patients: PatientRef[] }> {
  if (search.length < 2) return listInOrder(db, { sort, page, limit, died, staff })
  const found = await searchPatients(db, { search, country, limit: maxCounted, died, staff })
  const ids = found.map(({ id }) => id)
  const ordered = sort === 'name' ? found : await listPatientsById(db, ids, sort)
  return { total: found.length, patients: ordered.slice((page - 1) * limit, page * limit) }
}
