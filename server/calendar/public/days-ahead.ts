import { addDays, addMonths, clinicToday, daysOfMonth, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { isPerformed } from '../rules/available-hours.ts'
import type { Filter } from '../rules/offered-times.ts'
import { planTreatment } from '../rules/plan.ts'
import type { Rules, TreatmentRule } from '../rules/rules.ts'
import { onlyWith } from './filter.ts'

/** Yields the days that can be booked, from `from` on, by calendar month: these days are cached if a patient has looked
 *  at that month. */
export function* monthsAhead({ policy, timeZone }: Rules, from: IsoDate, now: Date): Generator<IsoDate[]> {
  const today = clinicToday(now, timeZone)
  const first = from < today ? today : from
  const last = addDays(today, policy.horizonDays)
  for (let month = monthOf(first); month <= monthOf(last); month = addMonths(month, 1)) {
    yield daysOfMonth(month).filter((date) => first <= date && date <= last)
  }
}

/** Tells whether the rules permit a time of one of the treatments on one of the days. Plans are made without a query:
 *  without this, a treatment that nobody performs would read all months to the horizon. */
export function isPossible(
  rules: Rules,
  wanted: readonly TreatmentRule[],
  dates: readonly IsoDate[],
  filter: Pick<Filter, 'doctor'>,
): boolean {
  const asked = onlyWith(rules, filter)
  return dates.some((date) =>
    wanted.some(
      (treatment) => isPerformed(asked, treatment.id, date) && planTreatment(asked, treatment, date).length > 0,
    ),
  )
}
