import type { DayClock } from './day-clock.ts'
import type { Length, Period } from './rules.ts'

const minute = 60_000

/** Returns a function that returns the starts, in minutes since the day began, at which a treatment can begin in
 *  `hours`, one every `gridMinutes` from the start of a period, and fits into `available`: a block does not move the
 *  grid. They are computed once for all doctors who work the same hours. Where clocks go back, a time that would end
 *  before it begins on the wall clock is left out. */
export function gridStarts(treatment: Length, gridMinutes: number, clock: DayClock) {
  const known = new Map<readonly Period[], number[]>()
  return (hours: readonly Period[], available: readonly Period[]): number[] => {
    const starts = known.get(hours) ?? startsIn(hours, treatment, gridMinutes, clock)
    known.set(hours, starts)
    if (available === hours) return starts
    const periods = sinceBegin(available, clock)
    return starts.filter((start) => isWithin(periods, start, treatment))
  }
}

function startsIn(hours: readonly Period[], treatment: Length, gridMinutes: number, clock: DayClock) {
  const starts: number[] = []
  for (const { from, until } of hours) {
    const closesAt = clock.instantOf(until)
    for (let start = from; start < until; start += gridMinutes) {
      const startsAt = clock.instantOf(start)
      const sinceMidnight = (startsAt - clock.startsAt) / minute
      const isSkipped = clock.minutesOf(startsAt) !== start
      const endsInTime = startsAt + treatment.durationMinutes * minute <= closesAt
      if (!isSkipped && endsInTime && isToldByClock(sinceMidnight, treatment, clock)) starts.push(sinceMidnight)
    }
  }
  return starts
}

/** Tells whether the wall clock says when an appointment is that begins `start` minutes after the day did: its start is
 *  the first time at which clocks show it, and it ends later by the clock. */
export function isToldByClock(start: number, { durationMinutes }: Length, clock: DayClock): boolean {
  if (!clock.clocksChange) return true
  const startsAt = clock.startsAt + start * minute
  const begins = clock.minutesOf(startsAt)
  return clock.instantOf(begins) === startsAt && begins < clock.endMinutesOf(startsAt + durationMinutes * minute)
}

/** Tells whether a treatment that begins at `start` ends within one of the periods. */
export function isWithin(periods: readonly Period[], start: number, { durationMinutes }: Length): boolean {
  return periods.some(({ from, until }) => from <= start && start + durationMinutes <= until)
}

/** Converts periods of the wall clock to minutes since the day began. */
export function sinceBegin(periods: readonly Period[], { instantOf, startsAt }: DayClock): readonly Period[] {
  const minutesOf = (wallMinutes: number) => (instantOf(wallMinutes) - startsAt) / minute
  return periods.map(({ from, until }) => ({ from: minutesOf(from), until: minutesOf(until) }))
}
