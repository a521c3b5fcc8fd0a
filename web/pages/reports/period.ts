import { useSearchParams } from 'react-router'
import { type IsoDate, isoDay } from '#contract/kit/time/clinic-date.ts'
import {
  daysIn,
  type NamedPeriod,
  namedPeriods,
  periodNamed,
  periodQuery,
  type ReportPeriod,
  wholeMonths,
} from '#contract/report/period.ts'
import { dayInText, monthInText } from '#web/dates.ts'

/** What the page's address says: a period by its name, or its days. */
export function usePeriodOfAddress(today: IsoDate, fallback: NamedPeriod) {
  const [params] = useSearchParams()
  const days = periodQuery.safeParse({ from: params.get('from'), to: params.get('to') })
  if (days.success) return { name: undefined, period: days.data }
  const name = namedPeriods.find((each) => each === params.get('period')) ?? fallback
  return { name, period: periodNamed(name, today) }
}

/** Names a period as in `than in October 2026`: with its preposition. */
export function inPeriod(period: { from: string; to: string }): string {
  const from = isoDay.parse(period.from)
  const to = isoDay.parse(period.to)
  const days: ReportPeriod = { from, to }
  if (wholeMonths(days) === 1) return `in ${monthInText(from)}`
  return daysIn(days) === 1 ? `on ${dayInText(from)}` : `from ${dayInText(from)} to ${dayInText(to)}`
}
