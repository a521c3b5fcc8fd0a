import { toDollars } from '#contract/kit/money.ts'
import { type ImportField, type ImportKind, importFields } from '#contract/patient/import.ts'
import { nextAppointments } from '#server/booking/imported-store.ts'
import type { Db } from '#server/database/db.ts'
import { openCsv } from '#server/http/csv/csv.ts'
import type { CsvFormat } from '#server/http/csv/format.ts'
import { nextPatients } from './export-store.ts'

const rowsAtOnce = 500
const lowestUuid = '00000000-0000-0000-0000-000000000000'

type Row = { id: string } & Partial<Record<ImportField, string | number | null>>

/** Yields all patients, or all future appointments, as a CSV with the columns of an import. */
export async function* exportCsv(
  db: Db,
  kind: ImportKind,
  { now, format }: { now: Date; format: CsvFormat },
): AsyncGenerator<string> {
  const fields = Object.entries(importFields[kind]).filter(([field]) => field !== 'firstName' && field !== 'lastName')
  const columns = Object.fromEntries(
    fields.map(([field, heading]) => [heading, (row: Row) => row[field as ImportField] ?? '']),
  )
  const csv = openCsv<Row>(columns, format)
  yield csv.head()
  let after = kind === 'patients' ? '' : lowestUuid
  for (;;) {
    const rows: Row[] =
      kind === 'patients' ? await nextPatients(db, after, rowsAtOnce) : await appointments(db, now, after)
    if (rows.length > 0) yield csv.lines(rows)
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.id ?? ''
  }
}

async function appointments(db: Db, now: Date, after: string): Promise<Row[]> {
  const rows = await nextAppointments(db, now, after, rowsAtOnce)
  return rows.map(({ slot, priceCents, ...row }) => ({ ...row, time: slot, price: toDollars(priceCents) }))
}
