import type { Length, Period } from './rules.ts'

/** A part of a day in which a doctor or a chair is free, in minutes since the day began. An appointment ends by
 *  `endsBy`, when a period or the day ends; its cleaning up ends by `busyBy`, when the next appointment begins. */
export type Stretch = { from: number; endsBy: number; busyBy: number }

/** Returns the parts of `hours` that are free beside what is busy. Both are in order; busy parts may overlap. */
export function stretchesIn(hours: readonly Period[], busy: readonly Period[]): Stretch[] {
  const stretches: Stretch[] = []
  let next = 0
  let from = Number.NEGATIVE_INFINITY
  for (const period of hours) {
    from = Math.max(from, period.from)
    // Those that end before the period may hide one that reaches into it: `from` follows the latest end.
    for (; next < busy.length; next += 1) {
      const { from: begins, until: ends } = busy[next] as Period
      if (begins >= period.until) break
      if (begins > from) stretches.push({ from, endsBy: Math.min(begins, period.until), busyBy: begins })
      from = Math.max(from, ends)
    }
    if (from < period.until) {
      const busyBy = busy[next]?.from ?? Number.POSITIVE_INFINITY
      stretches.push({ from, endsBy: Math.min(period.until, busyBy), busyBy })
    }
  }
  return stretches
}

/** Returns the latest start of a treatment in a stretch; before its beginning if it is too short. */
export function latestStart({ endsBy, busyBy }: Stretch, { durationMinutes, bufferMinutes }: Length): number {
  return Math.min(endsBy - durationMinutes, busyBy - durationMinutes - bufferMinutes)
}
