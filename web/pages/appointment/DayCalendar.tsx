import { DayPicker } from '@daypicker/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useState } from 'react'
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
      disabled={{ before: first }}
      selected={toPickerDate(day)}
      onSelect={(date) => onChoose(fromPickerDate(date))}
      onDayMouseEnter={rest}
      onDayFocus={rest}
      onDayMouseLeave={onLeave}
      onDayBlur={onLeave}
      components={components}
    />
  )
})

const components = { Chevron }

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" />
}
