import type { DayState } from '#contract/calendar/month.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { earliestStart, type FreeTimes } from './free-times.ts'
import { hasTimes } from './offered-times.ts'
import type { DayPlan } from './plan.ts'
import { openingHours, type Rules } from './rules.ts'

/** A day in one word. `note` is the clinic's own, for patients; empty without one. */
export type DayOverview = { date: IsoDate; state: DayState; note: string }

/** Returns the overview of a planned day that has these free times at `now`. */
export function overviewOf(plan: DayPlan, rules: Rules, free: FreeTimes, now: Date): DayOverview {
  return { date: plan.date, state: stateOf(plan, rules, free, now), note: rules.days.get(plan.date)?.note ?? '' }
}

function stateOf(plan: DayPlan, rules: Rules, free: FreeTimes, now: Date): DayState {
  if (openingHours(rules, plan.date).length === 0) return 'closed'
  if (hasTimes(free)) return 'open'
  const lasts = plan.schedules.flatMap(({ starts }) => [...starts.values()].flatMap((each) => each.at(-1) ?? []))
  const earliest = earliestStart(plan, rules, now)
  return lasts.length > 0 && lasts.every((start) => start <= earliest) ? 'over' : 'full'
}
