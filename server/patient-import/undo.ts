import type { Db } from '#server/database/db.ts'
import {
  deletePatients,
  deletePhones,
  type KnownPatient,
  listReferences,
  lockKnown,
  type Reference,
  writeKnown,
} from './patient-store.ts'
import { type RowResult, writeResults } from './row-store.ts'
import { type ImportRow, nextRows, type StoredRow } from './store.ts'

const rowsAtOnce = 500

/** Why a record stays, as a sentence about the patient. */
const keptBecause: Record<Reference, string> = {
  merge: 'was merged with another record',
  appointment: 'has an appointment',
  payment: 'has a payment',
  account: 'has an account',
}

/** Takes the next rows of an import of patients back; undefined at the end. Patients to whom something else refers
 *  stay. Filled fields are emptied unless somebody has changed them since. */
export async function undoPatients(tx: Db, found: ImportRow): Promise<{ rows: number; kept: number } | undefined> {
  const rows = await nextRows(tx, found.id, ['added', 'updated'], rowsAtOnce)
  if (rows.length === 0) return undefined
  const idOf = ({ patientId }: StoredRow) => patientId ?? ''
  const known = new Map((await lockKnown(tx, [...new Set(rows.map(idOf))])).map((each) => [each.id, each]))
  const updated = rows.filter(({ state }) => state === 'updated')
  for (const row of updated) await empty(tx, row, known.get(idOf(row)))
  await writeKnown(
    tx,
    [...new Set(updated.map(idOf))].flatMap((id) => known.get(id) ?? []),
  )

  const added = rows.filter(({ state }) => state === 'added')
  const references = await listReferences(tx, added.map(idOf))
  await deletePatients(
    tx,
    added.map(idOf).filter((id) => !references.has(id)),
  )
  const results = rows.map((row): RowResult => {
    const reason = row.state === 'added' ? references.get(idOf(row)) : undefined
    return { row: row.row, state: reason ? 'kept' : 'undone', reason: reason ? keptBecause[reason] : null }
  })
  await writeResults(tx, found.id, results)
  return { rows: rows.length, kept: results.filter(({ state }) => state === 'kept').length }
}

async function empty(tx: Db, { filled, patientId }: StoredRow, patient: KnownPatient | undefined) {
  if (!filled || !patient || !patientId) return
  if (patient.birthDate === filled.birthDate) patient.birthDate = null
  if (patient.email === filled.email) patient.email = null
  if (patient.language === filled.language) patient.language = null
  if (patient.notes === filled.notes) patient.notes = ''
  await deletePhones(
    tx,
    (filled.phones ?? []).map((number) => ({ patientId, number })),
  )
}
