import { stringify } from 'csv-stringify/sync'
import { toClinicClock } from '#contract/kit/time/clinic-date.ts'
import type { CsvFormat } from './format.ts'
import { writeCell } from './formula.ts'

/** The mark that tells spreadsheets that a file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** Signs that separate cells in some program. */
const separators = /[,;\t\r\n]/

type Cell = string | number | null

/** A column: its value in a row, or the instant in it. */
type Column<R> = ((row: R) => Cell) | { instant: (row: R) => Date | null }

/** The columns of a file by their headings. */
export type Columns<R> = Readonly<Record<string, Column<R>>>

/** Opens a CSV (RFC 4180) as the clinic's spreadsheets read it. Texts are not run as formulas, numbers stay numbers,
 *  and each instant has two columns: in UTC as ISO 8601, and on the clinic's clock. */
export function openCsv<R>(columns: Columns<R>, format: CsvFormat) {
  const toLines = (rows: readonly (readonly Cell[])[]) => linesOf(rows, format)
  return {
    /** The first line, with what tells spreadsheets the encoding. */
    head: () =>
      byteOrderMark +
      toLines([
        Object.entries(columns).flatMap(([heading, column]) =>
          typeof column === 'function' ? [heading] : [heading, `${heading} (${format.timeZone})`],
        ),
      ]),
    lines: (rows: readonly R[]) =>
      rows.length === 0
        ? ''
        : toLines(rows.map((row) => Object.values(columns).flatMap((column) => cellsOf(column, row, format)))),
  }
}

function cellsOf<R>(column: Column<R>, row: R, { timeZone }: CsvFormat): Cell[] {
  if (typeof column === 'function') return [column(row)]
  const instant = column.instant(row)
  return instant ? [instant.toISOString(), toClinicClock(instant, timeZone)] : ['', '']
}

function linesOf(rows: readonly (readonly Cell[])[], { separator, decimal }: CsvFormat): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? writeCell(cell, separator) : cell))),
    {
      delimiter: separator,
      record_delimiter: 'windows',
      quoted_match: separators,
      cast: { number: (number) => ({ value: String(number).replace('.', decimal), quoted_match: null }) },
    },
  )
}
