import type { Report, ReportBlock } from '#contract/report/report.ts'
import { columnsOf, partFacts } from '#contract/report/table.ts'
import { byteOrderMark, csvLines } from '#server/http/csv/csv.ts'

/** Returns the table of a part of a report as a CSV. Used and offered times are in minutes. */
export function csvOf({ parts }: Report, part: ReportBlock): string {
  const columns = columnsOf(part)
  const { unit, rows: heading } = partFacts[part]
  const inUnit = (text: string) => (unit === 'minutes' ? `${text} (minutes)` : text)
  const head = [heading, ...columns.map((column) => inUnit(column.heading))]
  const lines = parts[part].rows.map((row) => [row.name || row.key, ...columns.map(({ value }) => value(row))])
  return byteOrderMark + csvLines([head, ...lines])
}
