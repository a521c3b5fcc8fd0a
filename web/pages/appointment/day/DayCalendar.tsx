import { DayButton, DayPicker, type Labels, labelDayButton } from '@daypicker/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { fromPickerDate, toPickerDate } from '#web/dates.ts'
import { lastBookableDay } from '#web/ui/appointment/chosen-day.ts'
import './calendar.css'

interface DayCalendarProps {
  day: IsoDate
  today: IsoDate
  /** `byPointer`: by mouse or touch, not by keyboard. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** Called when the pointer or the focus reaches a day that can be chosen, and when it leaves one. */
  onRest: (day: IsoDate) => void
  onLeave: () => void
}

/** Chooses a day, from the clinic's today to the last day that can be booked. */
export const DayCalendar = memo(function DayCalendar({ day, today, onChoose, onRest, onLeave }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toPickerDate(day))
  const first = toPickerDate(today)
  const end = lastBookableDay(today)
  const last = toPickerDate(end)
  const canBeChosen = (day: IsoDate) => day >= today && day <= end

  function choose(date: Date, event: MouseEvent | KeyboardEvent) {
    const day = fromPickerDate(date)
    // `detail` is 0 for a click by key.
    if (canBeChosen(day)) onChoose(day, event.detail > 0)
  }

  function rest(date: Date) {
    const day = fromPickerDate(date)
    if (canBeChosen(day)) onRest(day)
  }

  return (
    <DayPicker
      mode="single"
      required
      navLayout="around"
      className="calendar"
      month={month}
      onMonthChange={setMonth}
      startMonth={first}
      endMonth={last}
      today={first}
      modifiers={{ past: { before: first }, tooFar: { after: last } }}
      selected={toPickerDate(day)}
      onSelect={(date, _, __, event) => choose(date, event)}
      onDayMouseEnter={rest}
      onDayFocus={rest}
      onDayMouseLeave={onLeave}
      onDayBlur={onLeave}
      labels={labels}
      components={components}
    />
  )
})

// A cache: each render needs the names of six weeks of days, and formatting one is slow.
const names = new Map<string, string>()
const labels: Pick<Labels, 'labelDayButton'> = {
  labelDayButton: (date, modifiers, ...rest) => {
    const { today, selected, past, tooFar } = modifiers
    const key = `${date.getTime()} ${today} ${selected} ${past} ${tooFar}`
    const why = past ? ', past, can’t be chosen' : tooFar ? ', too far ahead, can’t be chosen' : ''
    const name = names.get(key) ?? labelDayButton(date, modifiers, ...rest) + why
    names.set(key, name)
    return name
  },
}

const components = { Chevron, DayButton: Day }

// `aria-disabled`, because keys skip a day that the picker itself disables: Home and Page Up would silently do nothing. The name of a day
// says why it can't be chosen.
function Day(props: ComponentProps<typeof DayButton>) {
  return <DayButton {...props} aria-disabled={props.modifiers.past || props.modifiers.tooFar} />
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}
