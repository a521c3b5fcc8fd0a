import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { DateColumn } from '#contract/patient/date-order.ts'
import { type ImportField, isDateField } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import { patientImportRow } from '#server/database/schema/patient-import.ts'
import { type DateEvidence, dateEvidence, isOpenDate } from './date-evidence.ts'
import { type ImportRow, listSample } from './store.ts'

/** Returns the positions of the date columns, from 0. */
export const dateColumnsOf = (columns: readonly (ImportField | null)[]): number[] =>
  columns.flatMap((field, at) => (isDateField(field) ? at : []))

const cellsLookedAt = 500
const rowsAtOnce = 10_000

/** Returns what all cells of a file say about the order of day and month, for each column that has dates in its first
 *  rows. */
export async function readDateColumns(db: Db, { id, columns }: ImportRow): Promise<DateColumn[]> {
  const sample = await listSample(db, id, cellsLookedAt)
  const hasDates = (at: number) => sample.some((cells) => isOpenDate(cells[at] ?? ''))
  return listDateColumns(
    db,
    id,
    columns.flatMap((field, at) => (isDateField(field) || hasDates(at) ? at : [])),
  )
}

/** Returns what all cells of these columns say about the order of day and month. The database's regular expressions
 *  would take half a minute for a large file. */
export async function listDateColumns(db: Db, id: string, columns: readonly number[]): Promise<DateColumn[]> {
  const evidence = columns.map((column): [number, DateEvidence] => [column, dateEvidence()])
  if (columns.length === 0) return []
  for (let after = 0; ; ) {
    const cells = columns.map((column) => sql`${patientImportRow.cells} -> ${column}::int`)
    const rows = await db
      .select({
        row: patientImportRow.row,
        cells: sql<(string | null)[]>`jsonb_build_array(${sql.join(cells, sql`, `)})`,
      })
      .from(patientImportRow)
      .where(and(eq(patientImportRow.importId, id), gt(patientImportRow.row, after)))
      .orderBy(asc(patientImportRow.row))
      .limit(rowsAtOnce)
    for (const { cells } of rows) for (const [at, [, column]] of evidence.entries()) column.add(cells[at] ?? '')
    if (rows.length < rowsAtOnce) return evidence.flatMap(([column, { found }]) => found(column) ?? [])
    after = rows.at(-1)?.row ?? 0
  }
}
