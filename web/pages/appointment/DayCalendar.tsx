import { DayButton, DayPicker, type Labels, labelDayButton } from '@daypicker/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, memo, useState } from 'react'
import type { IsoDate } from '#contract/clinic-date.ts'
import { fromPickerDate, toPickerDate } from './chosen-day.ts'
import './calendar.css'

interface DayCalendarProps {
  day: IsoDate
  today: IsoDate
  onChoose: (day: IsoDate) => void
  /** The pointer or the focus came to a day that can be chosen, or left one. */
  onRest: (day: IsoDate) => void
  onLeave: () => void
}

/** A month to choose one day from; days before the clinic's today can't be chosen. */
export const DayCalendar = memo(function DayCalendar({ day, today, onChoose, onRest, onLeave }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toPickerDate(day))
  const first = toPickerDate(today)

  function choose(date: Date) {
    const wanted = fromPickerDate(date)
    if (wanted >= today) onChoose(wanted)
  }

  function rest(date: Date) {
    const rested = fromPickerDate(date)
    if (rested >= today) onRest(rested)
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
      today={first}
      modifiers={{ past: { before: first } }}
      selected={toPickerDate(day)}
      onSelect={choose}
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
    const { today, selected, past } = modifiers
    const key = `${date.getTime()} ${today} ${selected} ${past}`
    const name = names.get(key) ?? labelDayButton(date, modifiers, ...rest) + (past ? ', past, can’t be chosen' : '')
    names.set(key, name)
    return name
  },
}

const components = { Chevron, DayButton: Day }

// The picker's own `disabled` takes days out of the arrow keys' way: Home, Page Up and the arrow to yesterday would then do nothing and
// say nothing. As in a grid of the ARIA practices the keys reach every cell, and one that can't be chosen tells so.
function Day(props: ComponentProps<typeof DayButton>) {
  return <DayButton {...props} aria-disabled={props.modifiers.past} />
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}
