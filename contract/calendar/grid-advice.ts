import type { Period, Week } from './hours.ts'

/** How long a treatment takes, in minutes. Cleaning up may run past the end of a period. */
type Length = { durationMinutes: number; bufferMinutes: number }

/** The grids that are offered, in minutes. Patients understand the times that they make. */
const grids = [5, 10, 15, 20, 30, 45, 60]

/** Returns how many appointments of a treatment fit one dentist's day one after another, if they begin every
 *  `gridMinutes` from the start of a period. */
export function countInDay(
  periods: readonly Period[],
  gridMinutes: number,
  { durationMinutes, bufferMinutes }: Length,
): number {
  let count = 0
  let busyUntil = 0
  for (const { from, until } of periods.toSorted((a, b) => a.from - b.from)) {
    const nextStart = () => from + Math.ceil(Math.max(0, busyUntil - from) / gridMinutes) * gridMinutes
    for (let start = nextStart(); start + durationMinutes <= until; start = nextStart()) {
      count += 1
      busyUntil = start + durationMinutes + bufferMinutes
    }
  }
  return count
}

/** How many appointments of a treatment fit a day now, and on a better grid. */
type GridAdvice = { now: number; better: { gridMinutes: number; count: number } }

/** Returns how many appointments of a treatment fit the longest day of the week on this grid, and the grid on which
 *  most of them do, the coarsest of several; undefined if none is better. On that grid no fewer of the other treatments
 *  fit than now. */
export function adviseGrid(
  { week, gridMinutes }: { week: Week; gridMinutes: number },
  treatment: Length,
  others: readonly Length[],
): GridAdvice | undefined {
  // A length that is typed may be none yet.
  const isPlausible = ({ durationMinutes, bufferMinutes }: Length) => durationMinutes > 0 && bufferMinutes >= 0
  if (!isPlausible(treatment) || !(gridMinutes > 0)) return undefined
  const periods = longestDay(week)
  const countOn = (grid: number, length: Length) => countInDay(periods, grid, length)
  const now = countOn(gridMinutes, treatment)
  const [better] = grids
    .filter((grid) => others.every((other) => countOn(grid, other) >= countOn(gridMinutes, other)))
    .map((grid) => ({ gridMinutes: grid, count: countOn(grid, treatment) }))
    .filter(({ count }) => count > now)
    .toSorted((a, b) => b.count - a.count || b.gridMinutes - a.gridMinutes)
  return better && { now, better }
}

function longestDay(week: Week): readonly Period[] {
  const minutesIn = (periods: readonly Period[]) => periods.reduce((sum, { from, until }) => sum + until - from, 0)
  const [longest] = week.toSorted((a, b) => minutesIn(b.periods) - minutesIn(a.periods))
  return longest?.periods ?? []
}
