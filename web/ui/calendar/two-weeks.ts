import type { DayPickerProps } from '@daypicker/react'
import { addDays, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { formatDaySpan } from '#contract/kit/time/shown-date.ts'
import { firstWeekday } from '#contract/kit/week.ts'
import { clinic } from '#web/clinic.ts'
import { fromPickerDate } from '#web/dates.ts'

const length = 14
const dayMs = 86_400_000

/** Returns the first day of the week that contains a day, as calendars of the clinic's country have it. */
export function weekStart(day: IsoDate): IsoDate {
  return addDays(day, -((isoWeekday(day) - firstWeekday(clinic.country) + 7) % 7))
}

/** Returns the first and the last of the two weeks with a day, if two weeks begin at `anchor`. */
export function twoWeeksOf(day: IsoDate, anchor: IsoDate): [first: IsoDate, last: IsoDate] {
  const since = (Date.parse(day) - Date.parse(anchor)) / dayMs
  const first = addDays(anchor, Math.floor(since / length) * length)
  return [first, addDays(first, length - 1)]
}

/** Properties of a day picker whose months are two weeks long, so that it shows these, and its arrows and its keys turn
 *  two weeks. `anchor` is the first day of such two weeks. */
export function twoWeeksFrom(anchor: IsoDate) {
  const spanOf = (date: Date) => twoWeeksOf(fromPickerDate(date), anchor)
  const caption = (date: Date) => formatDaySpan(...spanOf(date), clinic)
  return {
    dateLib: {
      startOfMonth: (date: Date) => toMidnight(spanOf(date)[0]),
      endOfMonth: (date: Date) => toMidnight(spanOf(date)[1]),
      addMonths: (date: Date, months: number) => toMidnight(addDays(fromPickerDate(date), months * length)),
      isSameMonth: (one: Date, other: Date) => spanOf(one)[0] === spanOf(other)[0],
      differenceInCalendarMonths: (later: Date, earlier: Date) =>
        (Date.parse(spanOf(later)[0]) - Date.parse(spanOf(earlier)[0])) / dayMs / length,
    },
    formatCaption: caption,
    labels: {
      labelGrid: caption,
      labelNext: () => 'Go to the next two weeks',
      labelPrevious: () => 'Go to the previous two weeks',
    },
  } satisfies Pick<DayPickerProps, 'dateLib' | 'labels'> & { formatCaption: (date: Date) => string }
}

// The day picker compares days at midnight of the browser's own clock.
function toMidnight(day: IsoDate): Date {
  const [year = 0, month = 1, date] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
