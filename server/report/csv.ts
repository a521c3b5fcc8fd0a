import type { Report, ReportBlock, ReportRow } from '#contract/report/report.ts'
import { columnsOf, partFacts } from '#contract/report/table.ts'
import { type Columns, openCsv } from '#server/http/csv/csv.ts'
import type { CsvFormat } from '#server/http/csv/format.ts'

/** Returns the table of a part of a report as a CSV. Used and offered times are in minutes. */
export function csvOf({ parts }: Report, part: ReportBlock, format: CsvFormat): string {
  const { unit, rows: heading } = partFacts[part]
  const inUnit = (text: string) => (unit === 'minutes' ? `${text} (minutes)` : text)
  const columns: Columns<ReportRow> = {
    [heading]: (row) => row.name || row.key,
    ...Object.fromEntries(columnsOf(part).map(({ heading, value }) => [inUnit(heading), value])),
  }
  const csv = openCsv(columns, format)
  return csv.head() + csv.lines(parts[part].rows)
}
