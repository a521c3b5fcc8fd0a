import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { periodBefore, type ReportPeriod } from '#contract/report/period.ts'
import type { Report, ReportBlock, ReportPart } from '#contract/report/report.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import { type Offered, offeredIn } from './offer.ts'
import {
  amountsOf,
  type Both,
  byAmount,
  emptyOf,
  hoursOf,
  inDollars,
  inOrder,
  missedOf,
  owedOf,
  patientsOf,
  totalOf,
} from './parts.ts'
import { readNames, readSums, type Sum } from './store.ts'
import { rowsByTime, type Step, stepOf } from './time-axis.ts'
import { aheadNames, methodNames } from './words.ts'

type Facts = {
  periods: Both<ReportPeriod>
  step: Step
  sums: readonly Sum[]
  offered: Both<Offered>
  names: ReadonlyMap<string, string>
}

/** Returns the report of a period, beside the period before. `today` is the clinic's. */
export async function readReport(db: Db, rules: Rules, period: ReportPeriod, today: IsoDate): Promise<Report> {
  const before = periodBefore(period)
  const [sums, names] = await Promise.all([readSums(db, period, before, today), readNames(db)])
  const step = stepOf(period)
  const offered = { now: offeredIn(rules, period), before: offeredIn(rules, before) }
  const parts = partsOf({ periods: { now: period, before }, step, sums, offered, names })
  return { period, before, today, step, parts }
}

function partsOf({ periods, step, sums, offered, names }: Facts): Record<ReportBlock, ReportPart> {
  const nameOf = (key: string) => names.get(key) ?? (key === '' ? 'Without a dentist' : 'Unknown')
  const of = (figure: string) => amountsOf(sums, 'sum', figure)
  const money = (figure: string) => inDollars(of(figure))
  const byDay = (figure: string) => amountsOf(sums, 'day', figure)
  const appointments = totalOf(of('appointments'))
  const takings = money('taken-by-method')
  return {
    appointments: { ...appointments, rows: rowsByTime(periods, step, byDay('appointments')) },
    treatments: byAmount(of('of-treatment'), nameOf),
    dentists: byAmount(of('of-dentist'), nameOf),
    hours: hoursOf(of('minutes-of-dentist'), offered, nameOf),
    missed: missedOf(of('no-shows'), of('cancelled')),
    ahead: inOrder(of('ahead'), aheadNames),
    patients: patientsOf(appointments, totalOf(amountsOf(sums, 'first', 'first'))),
    takings: { ...totalOf(takings), rows: rowsByTime(periods, step, inDollars(byDay('taken-by-method'))) },
    'takings-by-method': inOrder(takings, methodNames),
    'takings-by-treatment': byAmount(money('taken-by-treatment'), nameOf),
    'takings-by-dentist': byAmount(money('taken-by-dentist'), nameOf),
    owed: owedOf(sums, totalOf(money('owed'))),
    refunds: inOrder(money('refunded-by-method'), methodNames),
    empty: emptyOf(of('minutes-at'), offered),
  }
}
