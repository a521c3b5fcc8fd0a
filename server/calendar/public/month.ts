import type { MonthOverview } from '#contract/calendar/month.ts'
import { daysOfMonth, formatMediumDate, type IsoMonth } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '../calendar.ts'
import { dayState } from '../rules/rules.ts'

/** Returns the days of a month that patients can choose: closed, full or open, and the clinic's notes on them. */
export async function overviewOfMonth(calendar: Calendar, month: IsoMonth): Promise<MonthOverview> {
  const rules = await calendar.rules()
  const now = calendar.clock()
  const dates = daysOfMonth(month).filter((date) => dayState(rules, date, now) === 'open')
  const days = await calendar.days(dates)
  return {
    days: days.map(({ overview: { date, state, note } }) => ({
      date: formatMediumDate(date),
      state,
      ...(note && { note }),
    })),
  }
}
