import type { Period, Week } from '#contract/calendar/hours.ts'
import { weekdayNames } from '#contract/kit/time/shown-date.ts'
import { workWeek } from '#contract/kit/week.ts'
import { clinic } from '#web/clinic.ts'
import { timeInText } from '#web/dates.ts'

/** Weekly hours for those who only read them. `none`: what a day without hours is. */
export function WeekInWords({ week, none }: { week: Week; none: string }) {
  const names = weekdayNames(clinic)
  return (
    <dl className="mt-4 grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2">
      {workWeek(clinic.country).map((weekday) => (
        <div key={weekday} className="contents">
          <dt className="text-quiet">{names[weekday - 1]}</dt>
          <dd>{hoursInWords(week.find((day) => day.weekday === weekday)?.periods ?? [], none)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the periods of a day in words: `8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM`, or `none` if it has none. */
export function hoursInWords(periods: readonly Period[], none = 'Closed'): string {
  return periods.map(({ from, until }) => `${timeInText(from)} to ${timeInText(until)}`).join(', ') || none
}
