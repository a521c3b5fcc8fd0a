import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, createContext, memo, useContext, useEffect, useMemo, useState } from 'react'
import { addMonths, formatMediumDate, type IsoDate, type IsoMonth, monthOf } from '#contract/kit/time/clinic-date.ts'
import { type DayOverview, type Filter, overviewOfMonth } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'
import { lastBookableDay } from '#web/ui/appointment/chosen-day.ts'
import { nameOfDay, pickerLocale } from '#web/ui/calendar/picker-locale.ts'
import { whenIdle } from '#web/ui/feedback/load-later.ts'
import './calendar.css'
import { DayButton, DayPicker, type Labels, useDayPicker } from '@daypicker/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { dayOfWeekInText, fromPickerDate, toPickerDate } from '#web/dates.ts'

interface DayCalendarProps {
  day: IsoDate
  today: IsoDate
  /** Marks the days without a time of this treatment or dentist as full. Stable. */
  filter?: Filter
  /** `byPointer`: by mouse or touch, not by keyboard. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** Called when the pointer or the focus reaches a day that can be chosen, and when it leaves one. */
  onRest: (day: IsoDate) => void
  onLeave: () => void
}

const all: Filter = {}
const AskedFor = createContext(all)

/** Chooses a day, from the clinic's today to the last day that can be booked. Below the month it says what is special
 *  about the day under the pointer or the focus. */
export const DayCalendar = memo(function DayCalendar(props: DayCalendarProps) {
  const { day, today, filter = all, onChoose, onRest, onLeave } = props
  const [month, setMonth] = useMonthOf(day)
  const last = lastBookableDay(today)
  const { data: days, isSuccess } = useQuery(overviewOfMonth(month, filter))
  usePrefetchMonth(addMonths(month, 1), filter, isSuccess && month < monthOf(last))
  const [hovered, setHovered] = useState<IsoDate>()
  const [focused, setFocused] = useState<IsoDate>()

  // Stable, so that the month is not rendered again for each day that the pointer passes.
  const picker = useMemo(() => {
    const canBeChosen = (day: IsoDate) =>
      day >= today && day <= last && days?.[formatMediumDate(day)]?.state !== 'closed'
    const pointWith = (show: (day: IsoDate | undefined) => void) => (day: IsoDate | undefined) => {
      show(day)
      if (day && canBeChosen(day)) onRest(day)
      else onLeave()
    }
    return {
      onHover: pointWith(setHovered),
      onFocus: pointWith(setFocused),
      onChoose: (day: IsoDate, byPointer: boolean) => {
        if (canBeChosen(day)) onChoose(day, byPointer)
      },
    }
  }, [days, today, last, onChoose, onRest, onLeave])

  const pointed = hovered ?? focused
  const overview = pointed && days?.[formatMediumDate(pointed)]
  return (
    <div className="calendar">
      <AskedFor value={filter}>
        <MonthPicker {...{ day, today, last, month, days }} onMonth={setMonth} {...picker} />
      </AskedFor>
      {/* Hidden, because the day's name says it. */}
      <p className="calendar-remark" aria-hidden="true">
        {overview && remarkOn(pointed, overview)}
      </p>
    </div>
  )
})

/** The month that is shown: that of the chosen day, until another is shown. */
function useMonthOf(day: IsoDate) {
  const [shownFor, setShownFor] = useState(day)
  const [month, setMonth] = useState(() => monthOf(day))
  if (shownFor !== day) {
    setShownFor(day)
    setMonth(monthOf(day))
  }
  return [month, setMonth] as const
}

function usePrefetchMonth(month: IsoMonth, filter: Filter, enabled: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (enabled) return whenIdle(() => void client.prefetchQuery(overviewOfMonth(month, filter)))
  }, [client, month, filter, enabled])
}

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
const MonthPicker = memo(function MonthPicker(props: MonthPickerProps) {
  const { day, today, last, month, days, onMonth, onChoose, onHover, onFocus } = props
  const { isIn, labels } = useMemo(() => ({ isIn: stateIn(days), labels: labelsWith(days) }), [days])
  return (
    <DayPicker
      {...pickerLocale()}
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

const components = { Chevron, DayButton: Day, NextMonthButton: NextMonth }

// `aria-disabled`, because keys skip a day that the picker itself disables: Home and Page Up would silently do nothing.
// The name of a day says why it can't be chosen.
function Day(props: ComponentProps<typeof DayButton>) {
  const { past, tooFar, closed } = props.modifiers
  return <DayButton {...props} aria-disabled={past || tooFar || closed} />
}

/** The button to the next month. It prefetches that month when the pointer or the focus reaches it. */
function NextMonth(props: ComponentProps<'button'>) {
  const client = useQueryClient()
  const filter = useContext(AskedFor)
  const { nextMonth } = useDayPicker()
  const prefetch = () => {
    if (nextMonth) void client.prefetchQuery(overviewOfMonth(monthOf(fromPickerDate(nextMonth)), filter))
  }
  return <button {...props} onPointerEnter={prefetch} onFocus={prefetch} />
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

/** Returns what is special about a day, in words: `Closed on Wed, Nov 25: Public holiday`. Empty for an ordinary
 *  day. */
export function remarkOn(day: IsoDate, { state, note }: DayOverview): string {
  const date = dayOfWeekInText(day, 'short')
  if (state === 'open') return note ? `${date}: ${note}` : ''
  return withNote(`${state === 'closed' ? 'Closed' : 'Nothing free'} on ${date}`, note)
}

function withNote(text: string, note: string | undefined) {
  return note ? `${text}: ${note}` : text
}
