import { stringify } from 'csv-stringify/sync'
import { writeCell } from './formula.ts'

/** The mark that tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns lines of a CSV, with cells that spreadsheets don't run as formulas. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(writeCell)),
    { record_delimiter: 'windows' },
  )
}
