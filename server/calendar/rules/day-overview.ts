import type { DayState } from '#contract/calendar/month.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { TreatmentTimes } from './plan.ts'
import { openingHours, type Rules } from './rules.ts'

/** A day in one word. `note` is the clinic's own, for patients; empty without one. */
export type DayOverview = { date: IsoDate; state: DayState; note: string }

/** Returns the overview of a day with these free times. */
export function overviewOf(rules: Rules, date: IsoDate, treatments: readonly TreatmentTimes[]): DayOverview {
  return { date, state: stateOf(rules, date, treatments), note: rules.days.get(date)?.note ?? '' }
}

function stateOf(rules: Rules, date: IsoDate, treatments: readonly TreatmentTimes[]): DayState {
  if (openingHours(rules, date).length === 0) return 'closed'
  return treatments.some(({ times }) => times.length > 0) ? 'open' : 'full'
}
