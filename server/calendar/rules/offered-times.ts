import { dayParts } from '#contract/desk/first-free.ts'
import type { FreeTimes } from './free-times.ts'
import { type BookableTime, type DayPlan, slotAt, timeAt } from './plan.ts'
import type { TreatmentRule } from './rules.ts'

/** A free time. `doctors` are those who are free then; none if the treatment is booked without a doctor. */
export type FreeTime = Omit<BookableTime, 'chairs'>

/** The times of a treatment on a day, in order. */
export type TreatmentTimes = { treatment: TreatmentRule; times: readonly FreeTime[] }

/** Whose times are asked for: those of a treatment, those of a doctor. Ids; each is optional. */
export type Filter = { treatment?: string | undefined; doctor?: string | undefined }

/** What a patient can survey of a morning, an afternoon or an evening. */
const maxOfPart = 12

/** Returns every free time of a day. */
export function allTimes(plan: DayPlan, free: FreeTimes, filter: Filter = {}): TreatmentTimes[] {
  return timesOf(plan, free, filter, (idleAt) => inOrder(idleAt.keys()))
}

/** Returns the free times of a day that patients are offered. If the clinic fills gaps, these are in each part of the
 *  day the times that leave the fewest idle minutes; of more than a dozen, those at round times. */
export function offeredTimes(plan: DayPlan, free: FreeTimes, filter: Filter = {}): TreatmentTimes[] {
  return timesOf(plan, free, filter, (idleAt) => choose(plan, idleAt))
}

/** Returns the slots of the times that patients are offered, of each treatment; with `doctor`, theirs. */
export function offeredSlots(plan: DayPlan, free: FreeTimes, doctor?: string) {
  return free.map(({ treatment, byDoctor }) => {
    const starts = choose(plan, leastIdle(ofDoctor(byDoctor, doctor)))
    return { treatment, slots: starts.map((start) => slotAt(start, treatment, plan.clock)) }
  })
}

function timesOf(
  { clock }: DayPlan,
  free: FreeTimes,
  { treatment: id, doctor }: Filter,
  toStarts: (idleAt: ReadonlyMap<number, number>) => number[],
): TreatmentTimes[] {
  const wanted = id === undefined ? free : free.filter(({ treatment }) => treatment.id === id)
  return wanted.map(({ treatment, byDoctor }) => {
    const asked = ofDoctor(byDoctor, doctor)
    const times = toStarts(leastIdle(asked)).map((start) => {
      const there = asked.filter(({ starts }) => starts.includes(start))
      return { ...timeAt(start, treatment, clock), doctors: there.flatMap(({ doctorId }) => doctorId ?? []) }
    })
    return { treatment, times }
  })
}

type ByDoctor = FreeTimes[number]['byDoctor']

const ofDoctor = (byDoctor: ByDoctor, id: string | undefined) =>
  id === undefined ? byDoctor : byDoctor.filter(({ doctorId }) => doctorId === id)

/** Returns the fewest idle minutes that each start leaves. */
function leastIdle(byDoctor: ByDoctor): Map<number, number> {
  const idleAt = new Map<number, number>()
  for (const { starts, idle } of byDoctor) {
    for (let i = 0; i < starts.length; i += 1) {
      const [start, minutes] = [starts[i] as number, idle[i] as number]
      const known = idleAt.get(start)
      if (known === undefined || minutes < known) idleAt.set(start, minutes)
    }
  }
  return idleAt
}

const inOrder = (starts: Iterable<number>) => [...starts].sort((a, b) => a - b)

const partBegins = Object.values(dayParts)

function choose({ clock, fillsGaps }: DayPlan, idleAt: ReadonlyMap<number, number>): number[] {
  if (!fillsGaps) return inOrder(idleAt.keys())
  const partOf = (start: number) => {
    const minutes = clock.clocksChange ? clock.minutesOf(clock.startsAt + start * 60_000) : start
    return partBegins.findLastIndex((begin) => begin <= minutes)
  }
  const parts = partBegins.map(() => ({ least: Number.POSITIVE_INFINITY, starts: [] as number[] }))
  for (const start of inOrder(idleAt.keys())) {
    const idle = idleAt.get(start) ?? 0
    const part = parts[partOf(start)]
    if (!part || idle > part.least) continue
    if (idle < part.least) {
      part.least = idle
      part.starts = []
    }
    part.starts.push(start)
  }
  return parts.flatMap(({ starts }) => roundest(starts))
}

const roundings = [60, 30, 15, 5, 1]

/** Returns a dozen of the starts, spread over the part: those at whole hours first, then those at half hours, and so
 *  on. */
function roundest(starts: number[]): number[] {
  if (starts.length <= maxOfPart) return starts
  let [chosen, rest] = [[] as number[], starts]
  for (const rounding of roundings) {
    const wanted = maxOfPart - chosen.length
    const round = rest.filter((start) => start % rounding === 0)
    chosen = chosen.concat(round.filter((_, i) => round.length <= wanted || isPicked(i, wanted, round.length)))
    if (chosen.length >= maxOfPart) break
    rest = rest.filter((start) => start % rounding !== 0)
  }
  return inOrder(chosen)
}

/** Tells whether the item at `i` is one of `wanted` items that are spread over `length`. */
const isPicked = (i: number, wanted: number, length: number) =>
  Math.floor((i * wanted) / length) !== Math.floor(((i - 1) * wanted) / length)
