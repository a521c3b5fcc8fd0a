import type { ReactNode } from 'react'
import { type IsoDate, isoDay } from '#contract/kit/time/clinic-date.ts'
import type { Report, ReportBlock } from '#contract/report/report.ts'
import { columnsOf, partFacts } from '#contract/report/table.ts'
import { reportCsv } from '#web/api/reports.ts'
import { saveFile } from '#web/save-file.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { formatFigure, nameOf } from './figures.ts'
import { HeatMap } from './HeatMap.tsx'
import { BarPlot, TimePlot } from './Plot.tsx'
import { sentenceOf } from './sentences.ts'

const titles: Record<ReportBlock, string> = {
  appointments: 'Appointments by day',
  treatments: 'Appointments by treatment',
  dentists: 'Appointments by dentist',
  hours: 'Used and offered hours',
  missed: 'No-shows and cancellations',
  ahead: 'How far ahead people book',
  patients: 'New and returning patients',
  takings: 'Takings by day',
  'takings-by-method': 'Takings by method',
  'takings-by-treatment': 'Takings by treatment',
  'takings-by-dentist': 'Takings by dentist',
  owed: 'Owed, by age',
  refunds: 'Refunds by method',
  empty: 'Where times stay empty',
}

interface BlocksProps {
  report: Report
  reader: string
}

/** All parts of a report: a sentence, a plot, a table and a CSV of each. */
export function Blocks({ report, reader }: BlocksProps) {
  const { appointments, missed, takings, refunds, owed } = report.parts
  const isEmpty = [appointments, missed, takings, refunds, owed].every(({ now, before }) => now === 0 && before === 0)
  return (
    <>
      {isEmpty && (
        <div className="mb-6">
          <EmptyCard
            title="Nothing in this period"
            text="Once there are appointments or payments on these days, this page adds them up."
          />
        </div>
      )}
      <div className="grid gap-6 lg:grid-cols-2 print:grid-cols-1">
        {(Object.keys(titles) as ReportBlock[]).map((part) => (
          <Block key={part} part={part} report={report} reader={reader} />
        ))}
      </div>
    </>
  )
}

function Block({ part, report, reader }: BlocksProps & { part: ReportBlock }) {
  const sentence = sentenceOf(report, part)
  const isWide = part === 'appointments' || part === 'takings'
  return (
    <section
      aria-labelledby={`report-${part}`}
      className={`flex min-w-0 break-inside-avoid flex-col rounded-box border border-base-300 bg-card p-5 ${isWide ? 'lg:col-span-2 print:col-span-1' : ''}`}
    >
      <h2 id={`report-${part}`} className="text-lg">
        {titleOf(part, report)}
      </h2>
      <p className="mt-1 max-w-text">{sentence}</p>
      <div className="mt-4">
        <Figure part={part} report={report} sentence={sentence} />
      </div>
      <div className="mt-auto flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pt-4">
        <details className="min-w-0 flex-1 basis-40 open:basis-full print:hidden">
          <summary className="w-fit cursor-pointer py-1 text-sm underline underline-offset-4">Show as a table</summary>
          <Table part={part} report={report} />
        </details>
        <Csv part={part} report={report} reader={reader} />
      </div>
    </section>
  )
}

function titleOf(part: ReportBlock, { step }: Report) {
  return titles[part].replace('by day', `by ${step}`)
}

function Figure({ part, report, sentence }: { part: ReportBlock; report: Report; sentence: string }): ReactNode {
  const { rows } = report.parts[part]
  if (part === 'empty') return <HeatMap rows={rows} />
  const named = rows.map((row) => ({ ...row, name: nameOf(row, part, report.step) }))
  const { unit } = partFacts[part]
  if (part === 'appointments' || part === 'takings') return <TimePlot rows={named} unit={unit} label={sentence} />
  const kind = part === 'hours' ? 'share' : part === 'owed' ? 'alone' : 'compared'
  return <BarPlot rows={named} unit={unit} label={sentence} kind={kind} />
}

function Table({ part, report }: { part: ReportBlock; report: Report }) {
  const columns = columnsOf(part)
  const { unit, rows: heading } = partFacts[part]
  return (
    <div className="mt-2 overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-edge border-b">
            <th scope="col" className="py-2 pr-3">
              {heading}
            </th>
            {columns.map((column) => (
              <th key={column.heading} scope="col" className="py-2 pl-3 text-right">
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.parts[part].rows.map((row) => (
            <tr key={row.key} className="border-base-300 border-b">
              <th scope="row" className="py-2 pr-3 font-medium">
                {nameOf(row, part, report.step)}
              </th>
              {columns.map(({ heading: of, value }) => (
                <td key={of} className="py-2 pl-3 text-right tabular-nums">
                  {formatFigure(value(row), of === 'Appointments' ? 'appointments' : unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Csv({ part, report: { period }, reader }: BlocksProps & { part: ReportBlock }) {
  const days: { from: IsoDate; to: IsoDate } = { from: isoDay.parse(period.from), to: isoDay.parse(period.to) }
  const saving = useChange(async () =>
    saveFile(await reportCsv(reader, part, days), `${part}-${days.from}-${days.to}.csv`),
  )
  return (
    <div>
      <ChangeButton change={saving} className="btn btn-ghost btn-sm text-sm print:hidden" problemClass="mt-1 text-sm">
        CSV<span className="sr-only"> of {titles[part].toLowerCase()}</span>
      </ChangeButton>
    </div>
  )
}
