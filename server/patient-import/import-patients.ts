import { v7 as uuid } from 'uuid'
import type { DuplicateChoice, ImportStart } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import type { Filled } from '#server/database/schema/patient-import.ts'
import { listAddresses } from '#server/patient/contact-store.ts'
import { findLikeness, type Likeness, type RowResult, writeResults } from './import-row-store.ts'
import { withoutNamesakes } from './namesakes.ts'
import type { PatientValues } from './patient-row.ts'
import {
  fillableFields,
  insertOldIds,
  insertPatients,
  insertPhones,
  listPrints,
  lockKnown,
  renewPrints,
  writeKnown,
} from './patient-store.ts'
import { type ImportRow, nextRows, type StoredRow } from './store.ts'

/** What becomes of a row: its patient, who is new or known. */
type Decision = { row: StoredRow; values: PatientValues; patientId: string; choice: DuplicateChoice }

/** What an import did with its next rows. `emails` are those of new patients who get emails about an account.
 *  */
export type Imported = { added: number; updated: number; skipped: number; faulty: number; emails: string[] }

const rowsAtOnce = 500

/** Imports the next rows of a file of patients; undefined at the end. Whom they resemble is found again, because the
 *  clinic has gone on since the check. */
export async function importPatients(tx: Db, found: ImportRow): Promise<Imported | undefined> {
  const rows = await nextRows(tx, found.id, ['ready'], rowsAtOnce)
  if (rows.length === 0) return undefined
  const numbers = rows.map(({ row }) => row)
  const likeness = withoutNamesakes(rows, await findLikeness(tx, found.id, numbers))
  const decisions = decide(rows, likeness, found.choices?.duplicates)
  const added = decisions.filter(({ choice }) => choice === 'add')
  await insertPatients(
    tx,
    added.map(({ patientId: id, values: { phones: _, oldId: __, ...values } }) => ({ id, ...values })),
  )
  await insertPhones(
    tx,
    added.flatMap(({ patientId, values }) => values.phones.map((number) => ({ patientId, number }))),
  )
  const filled = await fillKnown(tx, found.id, decisions)
  // Rows that were skipped count, too: appointments find the patient by the id of the old system.
  await insertOldIds(
    tx,
    decisions.flatMap(({ patientId, values: { oldId } }) => (oldId === null ? [] : [{ oldId, patientId }])),
  )
  const prints = await listPrints(
    tx,
    added.map(({ patientId }) => patientId),
  )
  const results = decisions.map(({ row: { row }, patientId, choice }): RowResult => {
    const print = prints.get(patientId) ?? ''
    const became = choice === 'add' ? ({ state: 'added', filled: { print } } as const) : resultOf(filled.get(row))
    return { row, patient_id: patientId, ...became }
  })
  await writeResults(tx, found.id, results)
  const count = (state: RowResult['state']) => results.filter((each) => each.state === state).length
  const emails = await listAddresses(
    tx,
    added.map(({ patientId }) => patientId),
  )
  return { added: count('added'), updated: count('updated'), skipped: count('skipped'), faulty: 0, emails }
}

const resultOf = (filled: Filled | undefined): Pick<RowResult, 'state' | 'filled'> =>
  filled ? { state: 'updated', filled } : { state: 'skipped' }

/** Decides in order, so that a row finds what became of an earlier one that it resembles. */
function decide(
  rows: readonly StoredRow[],
  likeness: readonly Likeness[],
  choices: ImportStart['duplicates'] | undefined,
): Decision[] {
  const likenessOf = new Map(likeness.map((each) => [each.row, each]))
  const patientOf = new Map<number, string>()
  return rows.map((row) => {
    const like = likenessOf.get(row.row)
    const inFile = like?.rowPatient ?? (like?.likeRow ? patientOf.get(like.likeRow) : undefined)
    const patientId = like?.patient ?? inFile
    const kind = like?.kind ?? like?.inFile
    const choice = patientId && kind && choices ? choices[kind] : 'add'
    const decided = choice === 'add' || patientId === undefined ? uuid() : patientId
    patientOf.set(row.row, decided)
    return { row, values: row.values as PatientValues, patientId: decided, choice }
  })
}

/** Fills empty fields of patients whom the clinic knew. Returns those that it has filled, by row. */
async function fillKnown(tx: Db, importId: string, decisions: readonly Decision[]): Promise<Map<number, Filled>> {
  const updates = decisions.filter(({ choice }) => choice === 'update')
  if (updates.length === 0) return new Map()
  const ids = [...new Set(updates.map(({ patientId }) => patientId))]
  const known = await lockKnown(tx, ids)
  const before = await listPrints(tx, ids)
  const knownById = new Map(known.map((patient) => [patient.id, patient]))
  const filled = new Map<number, Filled>()
  for (const { row, values, patientId } of updates) {
    const patient = knownById.get(patientId)
    if (!patient) continue
    const fields: Filled = {
      ...Object.fromEntries(
        fillableFields.filter((field) => !patient[field] && values[field]).map((field) => [field, values[field]]),
      ),
      ...(!patient.hasPhones && values.phones.length > 0 && { phones: values.phones }),
    }
    if (Object.keys(fields).length === 0) continue
    const { phones, ...rest } = fields
    Object.assign(patient, rest, phones && { hasPhones: true })
    filled.set(row.row, fields)
    if (phones)
      await insertPhones(
        tx,
        phones.map((number) => ({ patientId, number })),
      )
  }
  await writeKnown(tx, known)
  const after = await listPrints(tx, ids)
  const prints = ids.map((patientId) => ({ patientId, before: before.get(patientId), after: after.get(patientId) }))
  await renewPrints(tx, importId, prints)
  return filled
}
