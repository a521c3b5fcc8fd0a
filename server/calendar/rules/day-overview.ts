import type { DayState } from '#contract/calendar/month.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { earliestStart } from './free-times.ts'
import type { DayPlan, TreatmentTimes } from './plan.ts'
import { openingHours, type Rules } from './rules.ts'

/** A day in one word. `note` is the clinic's own, for patients; empty without one. */
export type DayOverview = { date: IsoDate; state: DayState; note: string }

/** Returns the overview of a planned day that has these free times at `now`. */
export function overviewOf(plan: DayPlan, rules: Rules, free: readonly TreatmentTimes[], now: Date): DayOverview {
  return { date: plan.date, state: stateOf(plan, rules, free, now), note: rules.days.get(plan.date)?.note ?? '' }
}

function stateOf(plan: DayPlan, rules: Rules, free: readonly TreatmentTimes[], now: Date): DayState {
  if (openingHours(rules, plan.date).length === 0) return 'closed'
  if (free.some(({ times }) => times.length > 0)) return 'open'
  const planned = plan.treatments.flatMap(({ times }) => times)
  const earliest = earliestStart(rules, now)
  return planned.length > 0 && planned.every(({ startsAt }) => startsAt <= earliest) ? 'over' : 'full'
}
