import { fillOfDoctor, fillOfTreatment, idleMinutes } from './idle.ts'
import { besideMinutes, type DayPlan, isBesidePossible, type Schedule } from './plan.ts'
import { dayState, type Period, type Rules, type TreatmentRule } from './rules.ts'
import { latestStart, type Stretch, stretchesIn } from './stretch.ts'

/** The time that a booking takes up: from its start until its doctor and chair are free again. Instants are Unix times
 *  in ms. */
export type Busy = {
  treatmentId: string
  doctorId: string | null
  chairId: string | null
  from: number
  until: number
}

/** When a treatment can begin with a doctor, in minutes since the day began, in order. Each start has the minutes of
 *  doctor and chair beside it that no further appointment can use; 0 if the clinic does not ask for that. */
type FreeStarts = { doctorId: string | null; starts: readonly number[]; idle: readonly number[] }

/** The free times of each treatment on a day. */
export type FreeTimes = readonly { treatment: TreatmentRule; byDoctor: readonly FreeStarts[] }[]

const minute = 60_000

/** Returns the times of a planned day that can be booked at `now`: those of the grid and, if the clinic fills gaps,
 *  those that begin where a doctor becomes free or end where they become busy. A time is free if one of its doctors,
 *  and a chair, are not busy. */
export function freeTimes(plan: DayPlan, rules: Rules, bookings: readonly Busy[], now: Date): FreeTimes {
  const isOpen = dayState(rules, plan.date, now) === 'open'
  const earliest = (earliestStart(rules, now) - plan.clock.startsAt) / minute
  const byDoctor = Map.groupBy(bookings, ({ doctorId }) => doctorId)
  const byChair = Map.groupBy(bookings, ({ chairId }) => chairId)
  const withoutDoctor = Map.groupBy(byDoctor.get(null) ?? [], ({ treatmentId }) => treatmentId)
  const chairs = plan.chairs.map(({ id, hours }) => stretchesIn(hours, periodsOf(plan, byChair.get(id) ?? [])))
  const stretchesOf = ({ doctorId, hours }: Schedule, treatmentId: string) => {
    const busy = doctorId === null ? withoutDoctor.get(treatmentId) : byDoctor.get(doctorId)
    return stretchesIn(hours, periodsOf(plan, busy ?? []))
  }
  const known = new Map<Schedule, Stretch[]>()
  return rules.treatments.map((treatment) => ({
    treatment,
    byDoctor: plan.schedules.flatMap((schedule): FreeStarts[] => {
      const grid = schedule.starts.get(treatment.id)
      if (!grid || !isOpen) return []
      const stretches = known.get(schedule) ?? stretchesOf(schedule, treatment.id)
      known.set(schedule, stretches)
      return [startsIn({ schedule, grid, stretches, chairs, earliest }, treatment, rules, plan)]
    }),
  }))
}

/** Returns the instant (Unix, ms) after which an appointment must begin to be booked at `now`. */
export function earliestStart({ policy }: Rules, now: Date): number {
  return now.getTime() + policy.noticeMinutes * minute
}

/** Returns what bookings make busy, in order and in minutes since the day began. */
export function periodsOf({ clock: { startsAt } }: DayPlan, bookings: readonly Busy[]): Period[] {
  const periods = bookings.map(({ from, until }) => ({
    from: (from - startsAt) / minute,
    until: (until - startsAt) / minute,
  }))
  return periods.sort((a, b) => a.from - b.from)
}

type Search = {
  schedule: Schedule
  grid: readonly number[]
  stretches: readonly Stretch[]
  chairs: readonly (readonly Stretch[])[]
  earliest: number
}

function startsIn(
  { schedule: { doctorId }, grid, stretches, chairs, earliest }: Search,
  treatment: TreatmentRule,
  rules: Rules,
  plan: DayPlan,
): FreeStarts {
  const { fillGaps } = rules.policy
  const isBeside = isBesidePossible(rules, plan.clock)
  const fill = doctorId === null ? fillOfTreatment(rules, treatment.id) : fillOfDoctor(rules, doctorId)
  const found: { starts: number[]; idle: number[] } = { starts: [], idle: [] }
  const addFree = (
    stretch: Stretch,
    candidates: readonly number[],
    chairIdle: (start: number) => number | undefined,
  ) => {
    for (const [i, start] of candidates.entries()) {
      if (start <= earliest || start < stretch.from || start === candidates[i - 1]) continue
      const ofChair = chairIdle(start)
      if (ofChair === undefined) continue
      found.starts.push(start)
      found.idle.push(fillGaps ? idleMinutes(stretch, start, treatment, fill) + ofChair : 0)
    }
  }
  const chairIdle = followChairs(chairs, treatment, rules)
  let next = 0
  for (const stretch of stretches) {
    const latest = latestStart(stretch, treatment)
    const candidates: number[] = isBeside ? besideStarts(stretch, latest) : []
    for (; next < grid.length && (grid[next] as number) <= latest; next += 1) candidates.push(grid[next] as number)
    if (isBeside) candidates.sort(ascending)
    const before = found.starts.length
    addFree(stretch, candidates, chairIdle)
    if (isBeside && found.starts.length === before)
      addFree(stretch, chairStarts(chairs, latest, treatment), followChairs(chairs, treatment, rules))
  }
  return { doctorId, ...found }
}

const ascending = (a: number, b: number) => a - b

/** Returns the starts up to `latest` at which a chair becomes free, and the last ones before it is busy. */
function chairStarts(chairs: readonly (readonly Stretch[])[], latest: number, treatment: TreatmentRule): number[] {
  const starts = chairs.flat().flatMap((stretch) => besideStarts(stretch, latestStart(stretch, treatment)))
  return starts.filter((start) => start <= latest).sort(ascending)
}

/** Returns the first and the last start in a stretch, none if it is too short. */
function besideStarts({ from }: Stretch, latest: number): number[] {
  const first = Math.ceil(from / besideMinutes) * besideMinutes
  return first <= latest ? [first, Math.floor(latest / besideMinutes) * besideMinutes] : []
}

/** Returns a function that is called with starts in order. It returns the idle minutes that a start leaves on the chair
 *  that suits it best, 0 if chairs are not a limit, undefined if none is free. */
function followChairs(chairs: readonly (readonly Stretch[])[], treatment: TreatmentRule, rules: Rules) {
  const fill = fillOfDoctor(rules, null)
  const positions = new Int16Array(chairs.length)
  return (start: number): number | undefined => {
    if (chairs.length === 0) return 0
    let least: number | undefined
    for (const [i, stretches] of chairs.entries()) {
      let position = positions[i] as number
      while (position + 1 < stretches.length && (stretches[position + 1] as Stretch).from <= start) position += 1
      positions[i] = position
      const stretch = stretches[position]
      if (!stretch || stretch.from > start || start > latestStart(stretch, treatment)) continue
      const idle = rules.policy.fillGaps ? idleMinutes(stretch, start, treatment, fill) : 0
      if (least === undefined || idle < least) least = idle
    }
    return least
  }
}
