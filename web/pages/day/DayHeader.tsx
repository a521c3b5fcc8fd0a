import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode, Ref } from 'react'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import type { View } from './use-day.ts'

interface DayHeaderProps {
  date: IsoDate
  today: IsoDate
  view: View
  /** What the day is like, in a sentence. */
  summary: ReactNode
  search: string
  heading: Ref<HTMLHeadingElement>
  onChoose: (day: IsoDate) => void
  onView: (view: View) => void
  onSearch: (text: string) => void
  /** Buttons at the end, such as the one for a new appointment. */
  children?: ReactNode
}

const small = 'btn btn-line h-10 min-h-10 px-3'

/** The day, the way to other days, and what can be done with all of it. */
export function DayHeader(props: DayHeaderProps) {
  const { date, today, view, summary, search, heading, onChoose, onView, onSearch, children } = props
  return (
    <header className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h1 ref={heading} tabIndex={-1} className="page-title">
            {formatDayOfWeek(date)}
            {date === today && <span className="ml-3 font-normal text-lg text-quiet">Today</span>}
          </h1>
          <p className="min-h-6 text-quiet text-sm">{summary}</p>
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 text-sm">
        <button
          type="button"
          className={`${small} btn-square`}
          aria-label="Previous day"
          onClick={() => onChoose(addDays(date, -1))}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <input
          type="date"
          aria-label="Day"
          className="input field h-10 w-42 wide:w-38 wide:text-sm"
          value={date}
          onChange={({ target }) => target.value && onChoose(target.value as IsoDate)}
        />
        <button
          type="button"
          className={`${small} btn-square`}
          aria-label="Next day"
          onClick={() => onChoose(addDays(date, 1))}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
        <button type="button" className={small} disabled={date === today} onClick={() => onChoose(today)}>
          Today
        </button>
        <input
          type="search"
          aria-label="Search this day"
          placeholder="Search this day"
          autoComplete="off"
          className="input field h-10 min-w-32 flex-1 sm:max-w-52 wide:text-sm"
          value={search}
          onChange={({ target }) => onSearch(target.value)}
        />
        <fieldset className="ml-auto flex gap-1 max-md:hidden" aria-label="View">
          {(['grid', 'list'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className={`${small} aria-pressed:bg-base-300 aria-pressed:font-bold`}
              aria-pressed={view === each}
              onClick={() => onView(each)}
            >
              {each === 'grid' ? 'By dentist' : 'List'}
            </button>
          ))}
        </fieldset>
        <button type="button" className={`${small} btn-square`} aria-label="Print" onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}
