import { type ExportFile, exportFiles } from '#contract/report/export.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import { booksCsv } from '#web/api/reports.ts'
import { saveFile } from '#web/save-file.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { Section } from '#web/ui/frame/Section.tsx'

const words: Record<ExportFile, string> = {
  payments: 'Payments',
  refunds: 'Refunds',
  charges: 'Charges',
  appointments: 'Appointments',
}

interface ExportsProps {
  reader: string
  period: ReportPeriod
}

/** Saves the books of the period as CSVs. */
export function Exports({ reader, period }: ExportsProps) {
  return (
    <div className="mt-6 print:hidden">
      <Section
        title="Exports"
        text="Each row of these days, for accounting and spreadsheets. The files name patients, and each export is noted in Activity."
      >
        <div className="mt-4 flex flex-wrap gap-3">
          {exportFiles.map((file) => (
            <BooksFile key={file} reader={reader} file={file} period={period} />
          ))}
        </div>
      </Section>
    </div>
  )
}

function BooksFile({ reader, file, period }: ExportsProps & { file: ExportFile }) {
  const saving = useChange(async () =>
    saveFile(await confirmed(() => booksCsv(reader, file, period)), `${file}-${period.from}-${period.to}.csv`),
  )
  return (
    <div>
      <ChangeButton change={saving} className="btn btn-line">
        {words[file]} as CSV
      </ChangeButton>
    </div>
  )
}
