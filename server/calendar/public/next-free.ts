import type { NextFree } from '#contract/calendar/month.ts'
import {
  addDays,
  addMonths,
  clinicToday,
  daysOfMonth,
  formatMediumDate,
  type IsoDate,
  monthOf,
} from '#contract/kit/time/clinic-date.ts'
import type { Calendar, FreeDay } from '../calendar.ts'
import { planTreatment } from '../rules/plan.ts'
import { isPerformed, type Rules, type TreatmentRule } from '../rules/rules.ts'

type FirstTime = { date: IsoDate; slot: string }

/** Returns the treatments, each with its first free time on `from` or later, up to the horizon. */
export async function nextFreeTimes(calendar: Calendar, from: IsoDate): Promise<NextFree[]> {
  const rules = await calendar.rules()
  const found = new Map<string, FirstTime>()
  for (const dates of monthsAhead(rules, from, calendar.clock())) {
    const wanted = rules.treatments.filter(({ id }) => !found.has(id))
    if (wanted.length === 0) break
    // Plans are made without a query. Without this, a treatment that nobody performs would read all months to the
    // horizon.
    if (!isPossible(rules, wanted, dates)) continue
    for (const day of await calendar.days(dates)) addFirstTimes(found, day)
  }
  return rules.treatments.map(({ id, name }) => {
    const first = found.get(id)
    return { _id: id, name, ...(first && { date: formatMediumDate(first.date), slot: first.slot }) }
  })
}

/** Yields the days that can be booked, from `from` on, by calendar month: these days are cached if a patient has looked
 *  at that month. */
function* monthsAhead({ policy, timeZone }: Rules, from: IsoDate, now: Date): Generator<IsoDate[]> {
  const today = clinicToday(now, timeZone)
  const first = from < today ? today : from
  const last = addDays(today, policy.horizonDays)
  for (let month = monthOf(first); month <= monthOf(last); month = addMonths(month, 1)) {
    yield daysOfMonth(month).filter((date) => first <= date && date <= last)
  }
}

function isPossible(rules: Rules, wanted: readonly TreatmentRule[], dates: readonly IsoDate[]) {
  return dates.some((date) =>
    wanted.some(
      (treatment) => isPerformed(rules, treatment.id, date) && planTreatment(rules, treatment, date).length > 0,
    ),
  )
}

function addFirstTimes(found: Map<string, FirstTime>, { overview: { date }, treatments }: FreeDay) {
  for (const { treatment, times } of treatments) {
    const [first] = times
    if (first && !found.has(treatment.id)) found.set(treatment.id, { date, slot: first.slot })
  }
}
