import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { Link, useSearchParams } from 'react-router'
import type { Till } from '#contract/desk/till.ts'
import { parseMediumDate, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { tillOf } from '#web/api/desk/till.ts'
import { unmarkedOf } from '#web/api/desk/unmarked.ts'
import { clinic } from '#web/clinic.ts'
import { clinicMomentInText, formatDayOfWeek, showDate } from '#web/dates.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Entries } from './Entries.tsx'
import { SumTable } from './SumTable.tsx'
import { differenceInWords } from './sums.ts'

const useEarlierDays = loadLater(() => import('./EarlierDays.tsx'))
const useCloseForm = loadLater(() => import('./CloseForm.tsx'))
const useUnmarked = loadLater(() => import('./Unmarked.tsx'))
const pollMs = 30_000

/** What came in and went out by method since the last closed day, and the form that closes it; or days that are closed,
 *  to print. */
export default function TillPage() {
  const { email } = usePerson()
  const mayClose = useMay('close-day')
  const mayMark = useMay('mark-appointment')
  const [form, earlier, unmarked] = [useCloseForm(), useEarlierDays(), useUnmarked()]
  const [params] = useSearchParams()
  const date = readIsoDate(params.get('date') ?? '')
  const query = useQuery({ ...tillOf(email, date), refetchInterval: date ? false : pollMs })
  const marks = useQuery({ ...unmarkedOf(email), enabled: !date && mayMark })
  // Its form is a part of the open days, below what is not marked.
  const isReady = date !== undefined || ((!mayClose || form) && (!mayMark || (unmarked && !marks.isPending)))
  const till = isReady ? query.data : undefined
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-title print:hidden">
          {date ? 'Closed day' : mayClose ? 'Close the day' : 'The open days'}
        </h1>
        {till && (
          <button type="button" className="btn btn-line h-10 min-h-10 px-4 print:hidden" onClick={() => window.print()}>
            <Printer size={18} aria-hidden="true" /> Print
          </button>
        )}
      </div>
      <p className="hidden font-bold text-lg print:block">
        {clinic.name}: till, {till?.closed ? 'closed' : 'not closed yet'}
      </p>
      {!till && !query.isError && (
        <div className="mt-6">
          <TableSkeleton label="Loading the till" rows={5} lines={3} />
        </div>
      )}
      <LoadError what="The till" query={query} className="mt-6" />
      {till && (
        <>
          <p className="mt-1 text-quiet print:font-medium print:text-base">{daysInWords(till)}</p>
          {till.closed && <Closed closed={till.closed} />}
          {!till.closed && till.firstDay !== till.date && (
            <p className="mt-4 max-w-text font-medium print:hidden">
              {showDate(till.firstDay)} is not closed yet. Closing today closes all days since then.
            </p>
          )}
          {!till.closed && till.isAhead && (
            <p className="mt-4 max-w-text font-medium">
              Today is closed. What comes in now counts for {showDate(till.date)}.
            </p>
          )}
          {unmarked && !till.closed && marks.data && <unmarked.Unmarked staff={email} appointments={marks.data} />}
          <div className="mt-6">
            {till.closed || till.isAhead || !mayClose || !form ? (
              <SumTable till={till} />
            ) : (
              <form.CloseForm key={till.firstDay + till.date} admin={email} till={till} />
            )}
          </div>
          <Entries entries={till.entries} hasMore={till.hasMore} />
          <p className="mt-16 hidden print:block">Date, signature: ______________________________</p>
        </>
      )}
      {date && (
        <p className="mt-6 print:hidden">
          <Link className="text-link" to={pages.till}>
            The open days
          </Link>
        </p>
      )}
      {/* Below the till, so that they would move when it arrives. */}
      {earlier && (till || query.isError) && <earlier.EarlierDays reader={email} shown={date} />}
    </>
  )
}

function daysInWords({ firstDay, date }: Till): string {
  const inWords = (day: string) => {
    const iso = parseMediumDate(day)
    return iso ? formatDayOfWeek(iso, 'full') : day
  }
  return firstDay === date ? inWords(date) : `${inWords(firstDay)} to ${inWords(date)}`
}

function Closed({ closed: { by, at, difference, note } }: { closed: NonNullable<Till['closed']> }) {
  return (
    <div className="mt-3">
      <p>
        Closed by {by} on {clinicMomentInText(at)}. {differenceInWords(difference)}
      </p>
      {note && <p className="wrap-anywhere">Note: {note}</p>}
    </div>
  )
}
