import type { FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type NamedPeriod, namedPeriods, type ReportPeriod } from '#contract/report/period.ts'
import { Field } from '#web/ui/form/Field.tsx'

const words: Record<NamedPeriod, string> = {
  today: 'Today',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  'last-12-months': 'Last 12 months',
}

const chip =
  'btn btn-line btn-sm text-sm aria-[current=true]:bg-base-300 aria-[current=true]:font-bold ' +
  'aria-[current=true]:shadow-[inset_0_-3px_0_var(--color-secondary)] forced-colors:aria-[current=true]:underline'

interface PeriodChooserProps {
  name: NamedPeriod | undefined
  period: ReportPeriod
}

/** Chooses the days of the report. They are in the address, so that it can be shared. */
export function PeriodChooser({ name, period }: PeriodChooserProps) {
  const [, setParams] = useSearchParams()

  function showDays(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [one, other] = [String(fields.get('from')), String(fields.get('to'))].sort()
    if (one && other) setParams({ from: one, to: other }, { preventScrollReset: true })
  }

  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
      <nav aria-label="Period">
        <ul className="flex flex-wrap gap-2">
          {namedPeriods.map((each) => (
            <li key={each}>
              <Link to={`?period=${each}`} preventScrollReset aria-current={each === name} className={chip}>
                {words[each]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form
        key={`${period.from} ${period.to}`}
        onSubmit={showDays}
        aria-label="Other days"
        className="flex max-w-xl flex-wrap items-end gap-3"
      >
        <div className="min-w-32 flex-1">
          <Field label="First day" type="date" name="from" defaultValue={period.from} />
        </div>
        <div className="min-w-32 flex-1">
          <Field label="Last day" type="date" name="to" defaultValue={period.to} />
        </div>
        <button type="submit" className="btn btn-line max-sm:w-full">
          Show these days
        </button>
      </form>
    </div>
  )
}
