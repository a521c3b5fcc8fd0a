import { useQuery } from '@tanstack/react-query'
import { periodNamed } from '#contract/report/period.ts'
import { reportOf } from '#web/api/reports.ts'
import { dayInText } from '#web/dates.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { PeriodChooser } from './PeriodChooser.tsx'
import { usePeriodOfAddress } from './period.ts'

// With the library of plots.
const useBlocks = loadLater(() => import('./Blocks.tsx'))
const useExports = loadLater(() => import('./Exports.tsx'))

/** What the clinic's appointments and money add up to in a period, beside the period before. */
export default function ReportsPage() {
  const { email } = usePerson()
  const today = useClinicToday()
  const mayReadAll = useMay('read-reports')
  const mayExport = useMay('export-books')
  const chosen = usePeriodOfAddress(today, 'this-month')
  const period = mayReadAll ? chosen.period : periodNamed('today', today)
  const report = useQuery(reportOf(email, period))
  const blocks = useBlocks()
  const exports = useExports()
  const isReady = report.data && blocks
  return (
    <>
      <h1 className="page-title">Reports</h1>
      <p className="mt-2 max-w-text text-quiet">
        {mayReadAll
          ? 'What appointments and money add up to, beside the period before.'
          : 'What today adds up to, beside the day before. Admins and accountants read other days.'}
      </p>
      {mayReadAll && <PeriodChooser name={chosen.name} period={period} />}
      <p className="mt-6 font-bold text-lg" aria-live="polite">
        {period.from === period.to ? dayInText(period.from) : `${dayInText(period.from)} to ${dayInText(period.to)}`}
      </p>
      <LoadError what="The report" query={report} className="mt-6" />
      {!report.error && !isReady && <Placeholder />}
      {isReady && (
        <div aria-busy={report.isPlaceholderData} className="mt-4 aria-busy:opacity-60">
          <blocks.Blocks report={report.data} reader={email} />
        </div>
      )}
      {mayExport && exports && isReady && <exports.Exports reader={email} period={period} />}
    </>
  )
}

function Placeholder() {
  return (
    <div role="status" className="mt-4 grid gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading the report</span>
      {[0, 1, 2, 3].map((block) => (
        <div key={block} className="skeleton h-100" />
      ))}
    </div>
  )
}
