import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode, Ref } from 'react'
import { addDays, type IsoDate, isIsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayInText, formatDayOfWeek } from '#web/dates.ts'
import type { View } from './use-day.ts'

interface DayHeaderProps {
  date: IsoDate
  today: IsoDate
  view: View
  /** Whether the clinic has chairs. */
  hasChairs: boolean
  /** The first day of the week that is shown, once it is known. */
  week: IsoDate | undefined
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
  const { date, today, view, hasChairs, week, summary, search, heading, onChoose, onView, onSearch, children } = props
  const isWeek = view === 'week'
  const [step, unit] = isWeek ? [7, 'week'] : [1, 'day']
  return (
    <header className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex-1 basis-64">
          <h1 ref={heading} tabIndex={-1} className="page-title">
            {isWeek ? `Week${week ? ` of ${dayInText(week)}` : ''}` : formatDayOfWeek(date)}
            {!isWeek && date === today && <span className="ml-3 font-normal text-lg text-quiet">Today</span>}
          </h1>
          {/* The room that a day's sentence takes on a phone, so that the rest stays where it is when it arrives. */}
          <p className="min-h-12 text-quiet text-sm sm:min-h-6">{summary}</p>
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 text-sm">
        <button
          type="button"
          className={`${small} btn-square`}
          aria-label={`Previous ${unit}`}
          onClick={() => onChoose(addDays(date, -step))}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <input
          type="date"
          aria-label="Day"
          className="input field h-10 w-42 wide:w-38 wide:text-sm"
          value={date}
          onChange={({ target }) => isIsoDate(target.value) && onChoose(target.value)}
        />
        <button
          type="button"
          className={`${small} btn-square`}
          aria-label={`Next ${unit}`}
          onClick={() => onChoose(addDays(date, step))}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
        <button type="button" className={small} disabled={date === today} onClick={() => onChoose(today)}>
          Today
        </button>
        {!isWeek && (
          <input
            type="search"
            aria-label="Filter this day"
            placeholder="Filter this day"
            autoComplete="off"
            className="input field h-10 min-w-32 flex-1 sm:max-w-52 wide:text-sm"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
          />
        )}
        <Views {...{ view, hasChairs, onView }} />
        <button
          type="button"
          className={`${small} btn-square max-md:hidden`}
          aria-label="Print"
          onClick={() => window.print()}
        >
          <Printer size={18} aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}

const views = { grid: 'By dentist', chairs: 'By chair', list: 'List', week: 'Week' } as const

/** The choice of a view. A phone shows a day as a list alone. */
function Views({ view, hasChairs, onView }: Pick<DayHeaderProps, 'view' | 'hasChairs' | 'onView'>) {
  const shown = (['grid', 'chairs', 'list', 'week'] as const).filter((each) => each !== 'chairs' || hasChairs)
  return (
    <fieldset className="ml-auto flex gap-1" aria-label="View">
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          className={`${small} aria-pressed:bg-base-300 aria-pressed:font-bold ${each === 'list' || each === 'chairs' ? 'max-md:hidden' : ''}`}
          aria-pressed={view === each}
          onClick={() => onView(each)}
        >
          {each === 'grid' && <span className="md:hidden">Day</span>}
          <span className={each === 'grid' ? 'max-md:hidden' : ''}>{views[each]}</span>
        </button>
      ))}
    </fieldset>
  )
}
