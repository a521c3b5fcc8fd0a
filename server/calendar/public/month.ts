import type { DayState, MonthOverview } from '#contract/calendar/month.ts'
import { daysOfMonth, formatMediumDate, type IsoMonth } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '../calendar.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { type Filter, hasTimes } from '../rules/offered-times.ts'
import { dayState } from '../rules/rules.ts'

/** Returns the days of a month that patients can choose: closed, full or open, and the clinic's notes on them. A day is
 *  full if it has no free time that the patient asks for. */
export async function overviewOfMonth(
  calendar: Calendar,
  month: IsoMonth,
  filter: Filter = {},
): Promise<MonthOverview> {
  const rules = await calendar.rules()
  const now = calendar.clock()
  const dates = daysOfMonth(month).filter((date) => dayState(rules, date, now) === 'open')
  const days = await calendar.days(dates)
  return {
    days: days.map((day) => ({
      date: formatMediumDate(day.overview.date),
      state: stateFor(day, filter),
      ...(day.overview.note && { note: day.overview.note }),
    })),
  }
}

function stateFor(day: FreeDay, filter: Filter): DayState {
  const { state } = day.overview
  if (state !== 'open') return state
  return hasTimes(day.free, filter) ? 'open' : 'full'
}
