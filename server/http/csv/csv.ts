import { stringify } from 'csv-stringify/sync'
import { writeCell } from './formula.ts'

/** The mark that tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns lines of a CSV (RFC 4180), with texts that spreadsheets don't run as formulas. Numbers stay numbers. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'number' ? String(cell) : writeCell(cell)))),
    { record_delimiter: 'windows' },
  )
}
