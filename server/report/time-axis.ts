import { toCents, toDollars } from '#contract/kit/money.ts'
import { addDays, addMonths, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { daysIn, type ReportPeriod } from '#contract/report/period.ts'
import type { Report, ReportRow } from '#contract/report/report.ts'
import type { Amounts, Both } from './parts.ts'

export type Step = Report['step']

// As many points as a plot can show.
const [mostDays, mostWeeks] = [62, 54]

/** Returns what a row of a period stands for: a day, seven days from the period's first one on, or a month. */
export function stepOf(period: ReportPeriod): Step {
  const days = daysIn(period)
  if (days <= mostDays) return 'day'
  return days <= mostWeeks * 7 ? 'week' : 'month'
}

/** Returns a row for each step of a period, beside the same step of the period before. */
export function rowsByTime({ now, before }: Both<ReportPeriod>, step: Step, amounts: Both<Amounts>): ReportRow[] {
  const [nowSums, beforeSums] = [sumsOf(now, step, amounts.now), sumsOf(before, step, amounts.before)]
  return nowSums.map(({ key, sum }, at) => ({ key, name: '', now: sum, before: beforeSums[at]?.sum ?? 0 }))
}

function sumsOf(period: ReportPeriod, step: Step, amounts: Amounts) {
  const starts = startsOf(period, step)
  return starts.map((key, at) => {
    const end = starts[at + 1] ?? addDays(period.to, 1)
    let sum = 0
    for (let day = key; day < end; day = addDays(day, 1)) sum += toCents(amounts.get(day) ?? 0)
    return { key, sum: toDollars(sum) }
  })
}

function startsOf({ from, to }: ReportPeriod, step: Step): IsoDate[] {
  const starts: IsoDate[] = []
  for (let start = from; start <= to; start = next(start, step)) starts.push(start)
  return starts
}

function next(start: IsoDate, step: Step): IsoDate {
  if (step === 'day') return addDays(start, 1)
  return step === 'week' ? addDays(start, 7) : `${addMonths(monthOf(start), 1)}-01`
}
