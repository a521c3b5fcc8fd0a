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
  /** `byPointer`: not by the keyboard. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** The pointer or the focus came to a day that can be chosen, or left one. */
  onRest: (day: IsoDate) => void
  onLeave: () => void
}

/** A month to choose one day from, between the clinic's today and the last day that can be booked. */
export const DayCalendar = memo(function DayCalendar({ day, today, onChoose, onRest, onLeave }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toPickerDate(day))
  const first = toPickerDate(today)
  const end = lastBookableDay(today)
  const last = toPickerDate(end)
  const canBeChosen = (wanted: IsoDate) => wanted >= today && wanted <= end

  function choose(date: Date, event: MouseEvent | KeyboardEvent) {
    const wanted = fromPickerDate(date)
    // A click that a key made counts no presses.
    if (canBeChosen(wanted)) onChoose(wanted, event.detail > 0)
  }

  function rest(date: Date) {
    const rested = fromPickerDate(date)
    if (canBeChosen(rested)) onRest(rested)
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

// Each render names six weeks of days, and a name takes long to make.
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

// The picker's own `disabled` keeps the arrow keys off a day: Home, Page Up and the arrow to yesterday would silently do nothing.
// As in the grid of the ARIA practices, the keys reach every cell, and the name of a cell says why it can't be chosen.
function Day(props: ComponentProps<typeof DayButton>) {
  return <DayButton {...props} aria-disabled={props.modifiers.past || props.modifiers.tooFar} />
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}
