import type { MonthOverview } from '#contract/calendar/month.ts'
import { daysOfMonth, formatMediumDate, type IsoMonth } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '../calendar.ts'
import { hasFreeTime } from '../rules/day-overview.ts'
import type { Filter } from '../rules/offered-times.ts'
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
  const overviews = await calendar.overviews(dates)
  return {
    days: overviews.map(({ date, state, note, freeDoctors }) => ({
      date: formatMediumDate(date),
      state: state === 'open' && !hasFreeTime(freeDoctors, filter) ? 'full' : state,
      ...(note && { note }),
    })),
  }
}
