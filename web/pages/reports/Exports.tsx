import { useMutation } from '@tanstack/react-query'
import { type ExportFile, exportFiles } from '#contract/report/export.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { booksCsv } from '#web/api/reports.ts'
import { saveFile } from '#web/save-file.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      saveFile(await confirmed(() => booksCsv(reader, file, period)), `${file}-${period.from}-${period.to}.csv`),
  })
  return (
    <div>
      <BusyButton busy={isPending} className="btn btn-line" onClick={() => mutate()}>
        {words[file]} as CSV
      </BusyButton>
      <p role="alert" className="mt-2 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </div>
  )
}
