import { DayButton, DayPicker, type Labels, labelDayButton, useDayPicker } from '@daypicker/react'
import { useQueryClient } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, memo, useMemo } from 'react'
import { formatMediumDate, type IsoDate, type IsoMonth, monthOf } from '#contract/kit/time/clinic-date.ts'
import { type DayOverview, overviewOfMonth } from '#web/api/treatments.ts'
import { fromPickerDate, toPickerDate } from '#web/dates.ts'
import { nameSuffix } from './day-words.ts'

interface MonthPickerProps {
  day: IsoDate
  today: IsoDate
  last: IsoDate
  month: IsoMonth
  /** The days of the month by date in the medium format; undefined if they are unknown. */
  days: Record<string, DayOverview> | undefined
  onMonth: (month: IsoMonth) => void
  /** Called for each day that is pressed, also for those that can't be chosen. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** Called with the day that the pointer, or the focus, has reached; with undefined when it leaves. */
  onHover: (day: IsoDate | undefined) => void
  onFocus: (day: IsoDate | undefined) => void
}

/** One month of days, from `today` to `last`. */
export const MonthPicker = memo(function MonthPicker(props: MonthPickerProps) {
  const { day, today, last, month, days, onMonth, onChoose, onHover, onFocus } = props
  const { isIn, labels } = useMemo(() => ({ isIn: stateIn(days), labels: labelsWith(days) }), [days])
  return (
    <DayPicker
      mode="single"
      required
      navLayout="around"
      month={toPickerDate(`${month}-01`)}
      onMonthChange={(date) => onMonth(monthOf(fromPickerDate(date)))}
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

function stateIn(days: MonthPickerProps['days']) {
  return (state: DayOverview['state']) => (date: Date) => overviewIn(days, date)?.state === state
}

function overviewIn(days: MonthPickerProps['days'], date: Date): DayOverview | undefined {
  return days?.[formatMediumDate(fromPickerDate(date))]
}

// A cache: each render needs the names of six weeks of days, and formatting one is slow.
const names = new Map<string, string>()
const nameOf: Labels['labelDayButton'] = (date, modifiers, ...rest) => {
  const { today, selected, past, tooFar } = modifiers
  const key = `${date.getTime()} ${today} ${selected} ${past} ${tooFar}`
  const why = past ? ', past, can’t be chosen' : tooFar ? ', too far ahead, can’t be chosen' : ''
  const name = names.get(key) ?? labelDayButton(date, modifiers, ...rest) + why
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

const components = { Chevron, DayButton: Day, NextMonthButton: NextMonth }

// `aria-disabled`, because keys skip a day that the picker itself disables: Home and Page Up would silently do nothing. The name of a day
// says why it can't be chosen.
function Day(props: ComponentProps<typeof DayButton>) {
  const { past, tooFar, closed } = props.modifiers
  return <DayButton {...props} aria-disabled={past || tooFar || closed} />
}

/** The button to the next month. It prefetches that month when the pointer or the focus reaches it. */
function NextMonth(props: ComponentProps<'button'>) {
  const client = useQueryClient()
  const { nextMonth } = useDayPicker()
  const prefetch = () => {
    if (nextMonth) void client.prefetchQuery(overviewOfMonth(monthOf(fromPickerDate(nextMonth))))
  }
  return <button {...props} onPointerEnter={prefetch} onFocus={prefetch} />
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}
