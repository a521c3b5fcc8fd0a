import type { DayClock } from './day-clock.ts'
import { isToldByClock } from './grid-starts.ts'
import { fillOfChair, fillOfDoctor, fillOfTreatment, idleIn, idleMinutes } from './idle.ts'
import { besideMinutes, type DayPlan, type Schedule } from './plan.ts'
import { dayState, isBookedOnline, isSuited, type Period, type Rules, type TreatmentRule } from './rules.ts'
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
 *  doctor and chair beside it that no further appointment can use. */
type FreeStarts = { doctorId: string | null; starts: readonly number[]; idle: readonly number[] }

/** The free times of each treatment on a day. */
export type FreeTimes = readonly { treatment: TreatmentRule; byDoctor: readonly FreeStarts[] }[]

const minute = 60_000

/** Returns the times of a planned day that can be booked at `now`: those of the grid and, if the clinic fills gaps,
 *  those that begin where a doctor becomes free or end where they become busy. A time is free if one of its doctors,
 *  and a chair, are not busy. */
export function freeTimes(plan: DayPlan, rules: Rules, bookings: readonly Busy[], now: Date): FreeTimes {
  const earliest = earliestStart(plan, rules, now)
  if (dayState(rules, plan.date, now) !== 'open')
    return rules.treatments.map((treatment) => ({ treatment, byDoctor: [] }))
  if (bookings.length > 0 || earliest >= 0 || plan.clock.clocksChange) return findFree(plan, rules, bookings, earliest)
  const known = freeByPlan.get(plan.schedules) ?? findFree(plan, rules, bookings, earliest)
  freeByPlan.set(plan.schedules, known)
  return known
}

// Those of days of one kind on which nothing is booked.
const freeByPlan = new WeakMap<DayPlan['schedules'], FreeTimes>()

function findFree(plan: DayPlan, rules: Rules, bookings: readonly Busy[], earliest: number): FreeTimes {
  const byDoctor = Map.groupBy(bookings, ({ doctorId }) => doctorId)
  const withoutDoctor = Map.groupBy(byDoctor.get(null) ?? [], ({ treatmentId }) => treatmentId)
  const chairs = [...stretchesOfChairs(plan, bookings)]
  const stretchesOf = ({ doctorId, hours }: Schedule, treatmentId: string) => {
    const busy = doctorId === null ? withoutDoctor.get(treatmentId) : byDoctor.get(doctorId)
    return stretchesIn(hours, periodsOf(plan, busy ?? []))
  }
  const known = new Map<Schedule, Stretch[]>()
  const { clock } = plan
  const isBeside = rules.policy.fillGaps
  return rules.treatments.map((treatment) => {
    const suited = chairs.filter(([id]) => isSuited(rules, id, treatment.id))
    const search = {
      treatment,
      rules,
      clock,
      chairs: suited.map(([, stretches]) => stretches),
      isBeside,
      earliest,
      // If chairs limit nothing, any start suits.
      chairIdle: chairs.length === 0 ? () => 0 : idleOnChairs(suited, treatment, rules),
    }
    const byDoctor = plan.schedules.flatMap((schedule): FreeStarts[] => {
      const grid = schedule.starts.get(treatment.id)
      if (!grid) return []
      const stretches = known.get(schedule) ?? stretchesOf(schedule, treatment.id)
      known.set(schedule, stretches)
      return [startsOf(schedule.doctorId, grid, stretches, search)]
    })
    return { treatment, byDoctor }
  })
}

/** Returns the free times of the treatments that patients book themselves. */
export function onlineTimes(rules: Rules, free: FreeTimes): FreeTimes {
  return free.filter(({ treatment }) => isBookedOnline(rules, treatment))
}

/** Returns the minute of a day after which an appointment must begin to be booked at `now`. */
export function earliestStart({ clock }: Pick<DayPlan, 'clock'>, { policy }: Rules, now: Date): number {
  return (now.getTime() - clock.startsAt) / minute + policy.noticeMinutes
}

/** Returns the parts of a day in which each chair is free, by its id. */
export function stretchesOfChairs(plan: DayPlan, bookings: readonly Busy[]): Map<string, Stretch[]> {
  const byChair = Map.groupBy(bookings, ({ chairId }) => chairId)
  return new Map(plan.chairs.map(({ id, hours }) => [id, stretchesIn(hours, periodsOf(plan, byChair.get(id) ?? []))]))
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
  treatment: TreatmentRule
  rules: Rules
  clock: DayClock
  chairs: readonly (readonly Stretch[])[]
  isBeside: boolean
  earliest: number
  chairIdle: (start: number) => number
}

const noChair = -1

function startsOf(
  doctorId: string | null,
  grid: readonly number[],
  stretches: readonly Stretch[],
  { treatment, rules, clock, chairs, isBeside, earliest, chairIdle }: Search,
): FreeStarts {
  const fill = doctorId === null ? fillOfTreatment(rules, treatment.id) : fillOfDoctor(rules, doctorId)
  const found: { starts: number[]; idle: number[] } = { starts: [], idle: [] }
  let next = 0
  for (const stretch of stretches) {
    const latest = latestStart(stretch, treatment)
    if (latest < stretch.from) continue
    const before = found.starts.length
    const add = (start: number) => {
      const ofChair = start > earliest ? chairIdle(start) : noChair
      if (ofChair === noChair || !isToldByClock(start, treatment, clock)) return
      found.starts.push(start)
      found.idle.push(ofChair + idleMinutes(stretch, start, treatment, fill))
    }
    while ((grid[next] as number) < stretch.from) next += 1
    const onGrid = next
    while ((grid[next] as number) <= latest) next += 1
    if (!isBeside) for (let at = onGrid; at < next; at += 1) add(grid[at] as number)
    else withBeside(grid, onGrid, next, stretch, latest).forEach(add)
    if (isBeside && found.starts.length === before) chairStarts(chairs, stretch, latest, treatment).forEach(add)
  }
  return { doctorId, ...found }
}

/** Returns the starts of the grid from index `begin` to `end`, with the first and the last in a stretch, in order. */
function withBeside(grid: readonly number[], begin: number, end: number, { from }: Stretch, latest: number): number[] {
  const first = Math.ceil(from / besideMinutes) * besideMinutes
  const last = Math.floor(latest / besideMinutes) * besideMinutes
  if (first > latest) return grid.slice(begin, end)
  const starts = [first]
  for (let at = begin; at < end; at += 1) starts.push(grid[at] as number)
  starts.push(last)
  return inOrder(starts)
}

/** Returns the starts in a stretch at which a chair becomes free, and the last ones before it is busy. */
function chairStarts(
  chairs: readonly (readonly Stretch[])[],
  { from }: Stretch,
  latest: number,
  treatment: TreatmentRule,
): number[] {
  const starts: number[] = []
  const add = (start: number) => {
    if (from <= start && start <= latest) starts.push(start)
  }
  for (const stretches of chairs) {
    for (const stretch of stretches) {
      const lastOnChair = latestStart(stretch, treatment)
      if (stretch.from <= latest && lastOnChair >= from) withBeside([], 0, 0, stretch, lastOnChair).forEach(add)
    }
  }
  return inOrder(starts)
}

/** Returns starts that are mostly in order without those that are there twice. */
function inOrder(starts: number[]): number[] {
  const isInOrder = starts.every((start, i) => i === 0 || (starts[i - 1] as number) < start)
  return isInOrder ? starts : [...new Set(starts)].sort((a, b) => a - b)
}

/** Returns a function that returns the idle minutes that a start leaves on the chair that suits it best, or `noChair`
 *  if none is free. It remembers its answers.
 *  @param suited the chairs for the treatment, with their free stretches */
function idleOnChairs(
  suited: readonly (readonly [id: string, stretches: readonly Stretch[]])[],
  treatment: TreatmentRule,
  rules: Rules,
) {
  const chairs = suited.map(([id, stretches]) => ({ stretches, fill: fillOfChair(rules, id) }))
  const idleAt = new Map<number, number>()
  const compute = (start: number): number => {
    let least = noChair
    for (const { stretches, fill } of chairs) {
      const idle = idleIn(stretches, start, treatment, fill)
      if (idle !== undefined && (least === noChair || idle < least)) least = idle
    }
    return least
  }
  return (start: number): number => {
    const known = idleAt.get(start)
    if (known !== undefined) return known
    const idle = compute(start)
    idleAt.set(start, idle)
    return idle
  }
}
