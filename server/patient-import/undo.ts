import type { Db } from '#server/database/db.ts'
import { toColumns } from '#server/patient/field-store.ts'
import { type RowResult, writeResults } from './import-row-store.ts'
import {
  deletePatients,
  deletePhones,
  fillableFields,
  type KnownPatient,
  listPrints,
  listReferences,
  lockKnown,
  type Reference,
  writeKnown,
} from './patient-store.ts'
import { type ImportRow, nextRows, type StoredRow } from './store.ts'

const rowsAtOnce = 500
const idOf = ({ patientId }: StoredRow) => patientId ?? ''

/** Why a record stays, as a sentence about the patient. */
const keptBecause: Record<Reference | 'change', string> = {
  merge: 'was merged with another record',
  appointment: 'has an appointment',
  payment: 'has a payment',
  account: 'has an account',
  change: 'was changed since the import',
}

/** Takes the next rows of an import of patients back; undefined at the end. Patients to whom something else refers, or
 *  who are not as the import left them, stay. Filled fields are emptied unless somebody has changed them since. */
export async function undoPatients(tx: Db, found: ImportRow): Promise<{ rows: number; kept: number } | undefined> {
  const rows = await nextRows(tx, found.id, ['added', 'updated'], rowsAtOnce)
  if (rows.length === 0) return undefined
  const known = new Map((await lockKnown(tx, [...new Set(rows.map(idOf))])).map((each) => [each.id, each]))
  const updated = rows.filter(({ state }) => state === 'updated')
  const added = rows.filter(({ state }) => state === 'added')
  // Before the fields are emptied that other rows have filled in the same patients.
  const kept = await listKeptBecause(tx, added)
  await deletePatients(tx, added.filter(({ row }) => !kept.has(row)).map(idOf))
  for (const row of updated) await empty(tx, row, known.get(idOf(row)))
  await writeKnown(
    tx,
    [...new Set(updated.map(idOf))].flatMap((id) => known.get(id) ?? []),
  )
  for (const { row, filled } of updated) if (!filled) kept.set(row, 'was filled too long ago to be taken back')
  const results = rows.map(({ row }): RowResult => {
    const reason = kept.get(row)
    return { row, state: reason ? 'kept' : 'undone', reason: reason ?? null }
  })
  await writeResults(tx, found.id, results)
  return { rows: rows.length, kept: results.filter(({ state }) => state === 'kept').length }
}

/** Returns why the patients of these rows stay, by row. They must be locked, so that nobody changes them meanwhile. */
async function listKeptBecause(tx: Db, rows: readonly StoredRow[]): Promise<Map<number, string>> {
  const references = await listReferences(tx, rows.map(idOf))
  const prints = await listPrints(tx, rows.map(idOf))
  return new Map(
    rows.flatMap((row) => {
      const print = prints.get(idOf(row))
      const isChanged = print !== undefined && print !== row.filled?.print
      const reason = references.get(idOf(row)) ?? (isChanged ? 'change' : undefined)
      return reason ? [[row.row, keptBecause[reason]] as const] : []
    }),
  )
}

async function empty(tx: Db, { filled, patientId }: StoredRow, patient: KnownPatient | undefined) {
  if (!filled || !patient || !patientId) return
  const same = fillableFields.filter((field) => filled[field] !== undefined && patient[field] === filled[field])
  Object.assign(patient, toColumns(Object.fromEntries(same.map((field) => [field, '']))))
  await deletePhones(
    tx,
    (filled.phones ?? []).map((number) => ({ patientId, number })),
  )
}
