import { weekAround, weekLetter } from '#contract/calendar/alternating-week.ts'
import { dayOfYearInText } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** Says which of two weeks in turn the present one is. */
export function ThisWeek() {
  const today = useClinicToday()
  const { firstDay, lastDay } = weekAround(today)
  return (
    <p className="text-quiet">
      This week is week {weekLetter(today)} ({dayOfYearInText(firstDay)} to {dayOfYearInText(lastDay)}).
    </p>
  )
}
