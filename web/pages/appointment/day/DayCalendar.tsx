import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useState } from 'react'
import { addMonths, formatMediumDate, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { overviewOfMonth } from '#web/api/treatments.ts'
import { lastBookableDay } from '#web/ui/appointment/chosen-day.ts'
import { whenIdle } from '#web/ui/feedback/schedule.ts'
import { remarkOn } from './day-words.ts'
import { MonthPicker } from './MonthPicker.tsx'
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

/** Chooses a day, from the clinic's today to the last day that can be booked. Below the month it says what is special about the day under the
 *  pointer or the focus. */
export const DayCalendar = memo(function DayCalendar({ day, today, onChoose, onRest, onLeave }: DayCalendarProps) {
  const [month, setMonth] = useMonthOf(day)
  const last = lastBookableDay(today)
  const { data: days, isSuccess } = useQuery(overviewOfMonth(month))
  usePrefetchMonth(addMonths(month, 1), isSuccess && month < monthOf(last))
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
      <MonthPicker {...{ day, today, last, month, days }} onMonth={setMonth} {...picker} />
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

function usePrefetchMonth(month: ReturnType<typeof monthOf>, enabled: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (enabled) return whenIdle(() => void client.prefetchQuery(overviewOfMonth(month)))
  }, [client, month, enabled])
}
