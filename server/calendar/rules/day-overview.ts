import type { DayState } from '#contract/calendar/month.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { earliestStart, type FreeTimes } from './free-times.ts'
import type { Filter } from './offered-times.ts'
import type { DayPlan } from './plan.ts'
import { openingHours, type Rules } from './rules.ts'

/** A day in one word. `note` is the clinic's own, for patients; empty without one. */
export type DayOverview = { date: IsoDate; state: DayState; note: string }

/** The doctors with free times on a day, by the treatment's id. They are ids; null stands for no doctor, where a
 *  treatment is booked without one. */
export type FreeDoctors = ReadonlyMap<string, readonly (string | null)[]>

/** Returns the doctors with free times. */
export function freeDoctorsOf(free: FreeTimes): FreeDoctors {
  return new Map(
    free.map(({ treatment, byDoctor }) => [
      treatment.id,
      byDoctor.flatMap(({ doctorId, starts }) => (starts.length > 0 ? [doctorId] : [])),
    ]),
  )
}

/** Tells whether a day has a free time that is asked for. */
export function hasFreeTime(doctors: FreeDoctors, { treatment, doctor }: Filter): boolean {
  const asked = treatment === undefined ? [...doctors.values()] : [doctors.get(treatment) ?? []]
  return asked.some((ids) => (doctor === undefined ? ids.length > 0 : ids.includes(doctor)))
}

/** Returns the overview of a planned day that has these free times at `now`. */
export function overviewOf(plan: DayPlan, rules: Rules, free: FreeTimes, now: Date): DayOverview {
  return { date: plan.date, state: stateOf(plan, rules, free, now), note: rules.days.get(plan.date)?.note ?? '' }
}

function stateOf(plan: DayPlan, rules: Rules, free: FreeTimes, now: Date): DayState {
  if (openingHours(rules, plan.date).length === 0) return 'closed'
  if (free.some(({ byDoctor }) => byDoctor.some(({ starts }) => starts.length > 0))) return 'open'
  const lasts = plan.schedules.flatMap(({ starts }) => [...starts.values()].flatMap((each) => each.at(-1) ?? []))
  const earliest = earliestStart(plan, rules, now)
  return lasts.length > 0 && lasts.every((start) => start <= earliest) ? 'over' : 'full'
}
