import type { PersonalData } from '#contract/privacy/personal-data.ts'
import type { Db } from '#server/database/db.ts'
import { listImportedRows } from './store.ts'

/** Collects the rows of imported files that are kept and about one of these patients, or contain `email`. */
export async function collectImportedRows(
  tx: Db,
  patientIds: string[],
  email: string | null,
): Promise<PersonalData['importedRows']> {
  const rows = await listImportedRows(tx, patientIds, email)
  return rows.map(({ file, row, cells, since }) => ({ file, row, since: since.toISOString(), texts: cells ?? [] }))
}
