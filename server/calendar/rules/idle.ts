import { isSuited, type Length, type Rules } from './rules.ts'
import { latestStart, type Stretch } from './stretch.ts'

/** The most minutes that appointments can take up of each number of free minutes: before another appointment, where
 *  each is followed by its cleaning up, and at the end of a period, where the last one's may run over. */
type Fill = { beforeNext: Int16Array; atEnd: Int16Array }

const dayMinutes = 1_440

const fillsByRules = new WeakMap<Rules, Map<string | null, Fill>>()

/** Returns how full a doctor's time can be. */
export function fillOfDoctor(rules: Rules, doctorId: string): Fill {
  return known(rules, doctorId, () => {
    const doctor = rules.doctors.find(({ id }) => id === doctorId)
    return rules.treatments.filter(({ id }) => doctor?.treatmentIds.has(id))
  })
}

/** Returns how full the time of a chair can be, with the treatments for which it is suited. Chairs that are suited for
 *  all share the answer. */
export function fillOfChair(rules: Rules, chairId: string): Fill {
  const key = rules.chairTreatments.has(chairId) ? `chair ${chairId}` : null
  return known(rules, key, () => rules.treatments.filter(({ id }) => isSuited(rules, chairId, id)))
}

/** Returns how full the time of a treatment can be that no doctor performs. */
export function fillOfTreatment(rules: Rules, treatmentId: string): Fill {
  return known(rules, treatmentId, () => rules.treatments.filter(({ id }) => id === treatmentId))
}

function known(rules: Rules, key: string | null, lengths: () => readonly Length[]): Fill {
  const fills = fillsByRules.get(rules) ?? new Map<string | null, Fill>()
  fillsByRules.set(rules, fills)
  const fill = fills.get(key) ?? fillWith(lengths())
  fills.set(key, fill)
  return fill
}

/** Adds one appointment after the other: the unbounded knapsack problem, solved for each number of minutes. */
function fillWith(lengths: readonly Length[]): Fill {
  const beforeNext = new Int16Array(dayMinutes + 1)
  const atEnd = new Int16Array(dayMinutes + 1)
  for (let minutes = 1; minutes <= dayMinutes; minutes += 1) {
    for (const { durationMinutes, bufferMinutes } of lengths) {
      const taken = durationMinutes + bufferMinutes
      const before = (length: number) => beforeNext[minutes - length] ?? 0
      if (taken <= minutes) beforeNext[minutes] = Math.max(beforeNext[minutes] ?? 0, before(taken) + taken)
      if (durationMinutes <= minutes) {
        const last = before(durationMinutes) + durationMinutes
        atEnd[minutes] = Math.max(atEnd[minutes] ?? 0, last)
      }
    }
    atEnd[minutes] = Math.max(atEnd[minutes] ?? 0, beforeNext[minutes] ?? 0)
  }
  return { beforeNext, atEnd }
}

/** Returns the minutes of a stretch that no further appointment can use, if one begins at `start`: those before it and
 *  those after it. */
export function idleMinutes(stretch: Stretch, start: number, { durationMinutes, bufferMinutes }: Length, fill: Fill) {
  const { beforeNext, atEnd } = fill
  const busyUntil = start + durationMinutes + bufferMinutes
  const isBeforeNext = stretch.busyBy <= stretch.endsBy
  return (
    unused(start - stretch.from, beforeNext) + unused(stretch.endsBy - busyUntil, isBeforeNext ? beforeNext : atEnd)
  )
}

/** Returns the idle minutes of a treatment that begins at `start` in the stretch that it fits, of some in order;
 *  undefined if it fits none. */
export function idleIn(stretches: readonly Stretch[], start: number, length: Length, fill: Fill): number | undefined {
  let last = stretches.length - 1
  while (last > 0 && (stretches[last] as Stretch).from > start) last -= 1
  const stretch = stretches[last]
  if (!stretch || stretch.from > start || start > latestStart(stretch, length)) return undefined
  return idleMinutes(stretch, start, length, fill)
}

function unused(minutes: number, fill: Int16Array): number {
  const free = Math.min(Math.max(0, minutes), dayMinutes)
  return free - (fill[Math.floor(free)] ?? 0)
}
