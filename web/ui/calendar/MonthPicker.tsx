import { type CaptionLabel, DayButton, DayPicker, type Labels, useDayPicker } from '@daypicker/react'
import { useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, createContext, memo, useContext, useMemo } from 'react'
import { formatMediumDate, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { type DayOverview, type Filter, overviewOfMonth } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'
import { fromPickerDate, toPickerDate } from '#web/dates.ts'
import { nameOfDay, pickerLocale } from './picker-locale.ts'
import { twoWeeksFrom } from './two-weeks.ts'

/** What the parts of the day picker have to know. */
interface Frame {
  filter: Filter
  /** The way to the whole month and back, where the calendar folds. */
  fold: { isWhole: boolean; toggle: () => void } | undefined
}
export const FrameContext = createContext<Frame>({ filter: {}, fold: undefined })

interface MonthPickerProps {
  day: IsoDate
  today: IsoDate
  last: IsoDate
  /** A day of the month or the two weeks that are shown. */
  shown: IsoDate
  /** The first day of two weeks, if it shows two weeks. */
  anchor?: IsoDate | undefined
  className?: string | undefined
  /** The days of the month by date in the medium format; undefined if they are unknown. */
  days: Record<string, DayOverview> | undefined
  /** Called with the first day of another month, or of other two weeks. */
  onShow: (first: IsoDate) => void
  /** Called for each day that is pressed, also for those that can't be chosen. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** Called with the day that the pointer, or the focus, has reached; with undefined when it leaves. */
  onHover: (day: IsoDate | undefined) => void
  onFocus: (day: IsoDate | undefined) => void
}

/** One month or two weeks of days, from `today` to `last`. */
export const MonthPicker = memo(function MonthPicker(props: MonthPickerProps) {
  const { day, today, last, shown, anchor, className, days, onShow, onChoose, onHover, onFocus } = props
  const view = useMemo(() => viewOf(anchor), [anchor])
  const { isIn, labels } = useMemo(
    () => ({ isIn: stateIn(days), labels: { ...view.labels, ...labelsWith(days) } }),
    [days, view],
  )
  return (
    <DayPicker
      {...view}
      {...(className && { className })}
      mode="single"
      required
      navLayout="around"
      month={toPickerDate(shown)}
      onMonthChange={(date) => onShow(fromPickerDate(date))}
      startMonth={toPickerDate(today)}
      endMonth={toPickerDate(last)}
      today={toPickerDate(today)}
      modifiers={{
        past: { before: toPickerDate(today) },
        tooFar: { after: toPickerDate(last) },
        closed: isIn('closed'),
        full: [isIn('full'), isIn('over')],
      }}
      modifiersClassNames={{ full: 'calendar-full' }}
      selected={toPickerDate(day)}
      // `detail` is 0 for a click by key.
      onSelect={(date, _, __, event) => onChoose(fromPickerDate(date), event.detail > 0)}
      onDayMouseEnter={(date) => onHover(fromPickerDate(date))}
      onDayFocus={(date) => onFocus(fromPickerDate(date))}
      onDayMouseLeave={() => onHover(undefined)}
      onDayBlur={() => onFocus(undefined)}
      labels={labels}
      components={components}
    />
  )
})

/** Returns the properties of the day picker for a month, or for two weeks that begin at `anchor`. */
function viewOf(anchor: IsoDate | undefined) {
  const locale = pickerLocale()
  if (!anchor) return { ...locale, labels: {} }
  const { dateLib, labels, formatCaption } = twoWeeksFrom(anchor)
  return { ...locale, dateLib, labels, formatters: { ...locale.formatters, formatCaption } }
}

function stateIn(days: MonthPickerProps['days']) {
  return (state: DayOverview['state']) => (date: Date) => overviewIn(days, date)?.state === state
}

function overviewIn(days: MonthPickerProps['days'], date: Date): DayOverview | undefined {
  return days?.[formatMediumDate(fromPickerDate(date))]
}

// A cache: each render needs the names of six weeks of days, and formatting one is slow.
const names = new Map<string, string>()
const maxNames = 1_000
const nameOf: Labels['labelDayButton'] = (date, modifiers, ...rest) => {
  const { today, selected, past, tooFar } = modifiers
  const key = `${clinic.language} ${clinic.country} ${date.getTime()} ${today} ${selected} ${past} ${tooFar}`
  const why = past ? ', past, can’t be chosen' : tooFar ? ', too far ahead, can’t be chosen' : ''
  const name = names.get(key) ?? nameOfDay(date, modifiers, ...rest) + why
  if (names.size === maxNames) names.clear()
  names.set(key, name)
  return name
}

function labelsWith(days: MonthPickerProps['days']): Pick<Labels, 'labelDayButton'> {
  return {
    labelDayButton: (date, ...rest) => {
      const overview = overviewIn(days, date)
      return nameOf(date, ...rest) + (overview ? nameSuffix(overview) : '')
    },
  }
}

const components = { Chevron, DayButton: Day, CaptionLabel: Caption, NextMonthButton: NextMonth }

// `aria-disabled`, because keys skip a day that the picker itself disables: Home and Page Up would silently do nothing.
// The name of a day says why it can't be chosen.
function Day(props: ComponentProps<typeof DayButton>) {
  const { past, tooFar, closed } = props.modifiers
  return <DayButton {...props} aria-disabled={past || tooFar || closed} />
}

/** The button to the next month. It prefetches that month when the pointer or the focus reaches it. */
function NextMonth(props: ComponentProps<'button'>) {
  const client = useQueryClient()
  const { filter } = useContext(FrameContext)
  const { nextMonth } = useDayPicker()
  const prefetch = () => {
    if (nextMonth) void client.prefetchQuery(overviewOfMonth(monthOf(fromPickerDate(nextMonth)), filter))
  }
  return <button {...props} onPointerEnter={prefetch} onFocus={prefetch} />
}

/** The months in words; on a phone as a button to the whole month. What is announced stands beside it, because a button
 *  hides what is announced inside it. */
function Caption({ children, className = '', ...label }: ComponentProps<typeof CaptionLabel>) {
  const { fold } = useContext(FrameContext)
  if (!fold) return <span {...{ className, ...label }}>{children}</span>
  return (
    <>
      <span {...label} className={`${className} max-md:sr-only`}>
        {children}
      </span>
      <button type="button" className="calendar-fold" aria-expanded={fold.isWhole} onClick={fold.toggle}>
        {children}
        <span className="sr-only">, whole month</span>
        <ChevronDown size={20} aria-hidden="true" className={fold.isWhole ? 'rotate-180' : ''} />
      </button>
    </>
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}

/** Returns what follows a day in its accessible name: `, closed: Public holiday, can’t be chosen`. */
export function nameSuffix({ state, note }: DayOverview): string {
  if (state === 'closed') return `${withNote(', closed', note)}, can’t be chosen`
  return `${state === 'open' ? '' : ', nothing free'}${note ? `, ${note}` : ''}`
}

/** Appends the clinic's note on a day, if there is one. */
export function withNote(text: string, note: string | undefined): string {
  return note ? `${text}: ${note}` : text
}
