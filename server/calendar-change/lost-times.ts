import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { DayTime } from '#server/booking/queries.ts'
import { availableHours, blockedChairs, unblockedHours } from '#server/calendar/rules/available-hours.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { DoctorRule, Period, Rules } from '#server/calendar/rules/rules.ts'
import { limitsOf } from './misfit.ts'

/** Returns all of `dates`. */
export const wholeDays = (dates: readonly IsoDate[], timeZone: string): DayTime[] =>
  dates.map((date) => {
    const { startsAt, endsAt } = dayClock(date, timeZone)
    return { date, from: startsAt, until: endsAt }
  })

/** Returns the times of `dates` that a change of the rules takes away. An appointment that fits the rules `before` and
 *  not those `after` touches one of them. */
export function lostTimes(before: Rules, after: Rules, dates: readonly IsoDate[]): DayTime[] {
  if (before.timeZone !== after.timeZone || isOtherwiseLimited(before, after)) return wholeDays(dates, after.timeZone)
  // Doctors whose own hours are the same lose nothing but what the clinic loses.
  const doctors = before.doctors.flatMap((doctor) => {
    const later = after.doctors.find(({ id }) => id === doctor.id)
    return later && ownHours(after, later) === ownHours(before, doctor) ? [] : [{ doctor, later }]
  })
  const hasOtherChairBlocks = ofChairs(before) !== ofChairs(after)
  return dates.flatMap((date) => {
    const { clocksChange, instantOf } = dayClock(date, after.timeZone)
    // A later time of the wall clock can then be an earlier instant.
    if (clocksChange) return wholeDays([date], after.timeZone)
    const lost = [
      ...lostOf(unblockedHours(before, date), unblockedHours(after, date)),
      ...doctors.flatMap(({ doctor, later }) =>
        lostOf(availableHours(before, doctor, date), later ? availableHours(after, later, date) : []),
      ),
      ...(hasOtherChairBlocks ? [...blockedChairs(after, date).values()].flat() : []),
    ]
    return unite(lost).map(({ from, until }) => ({ date, from: instantOf(from), until: instantOf(until) }))
  })
}

/** Tells whether a change is about who performs what or about chairs, which limit appointments at any time. */
function isOtherwiseLimited(before: Rules, after: Rules) {
  const limits = (rules: Rules) => JSON.stringify(limitsOf(rules, []))
  return limits(before) !== limits(after)
}

/** Returns a text that is the same for doctors with the same weeks, absences, last day and blocks. */
const ownHours = ({ blocks }: Rules, { id, week, weekB, absences, lastDay }: DoctorRule) =>
  JSON.stringify([
    week && [...week],
    weekB && [...weekB],
    absences,
    lastDay,
    blocks.filter(({ doctorId }) => doctorId === id),
  ])

/** Returns a text that is the same for rules with the same blocks of chairs. */
const ofChairs = ({ blocks }: Rules) => JSON.stringify(blocks.filter(({ chairId }) => chairId !== null))

/** Returns the parts of the periods `before` that are outside of those `after`, and the times at which two of these
 *  meet: nothing fits across. */
const lostOf = (before: readonly Period[], after: readonly Period[]): Period[] =>
  before.flatMap((period) => {
    const kept = after.filter(({ from, until }) => from < period.until && period.from < until)
    const ends = [period.from, ...kept.map(({ until }) => until)]
    const starts = [...kept.map(({ from }) => from), period.until]
    const gaps = ends.map((from, at) => ({ from, until: starts[at] ?? period.until }))
    return gaps.filter(({ from, until }, at) => from < until || (from === until && 0 < at && at < kept.length))
  })

/** Returns the same times without overlaps, in order. */
function unite(periods: readonly Period[]): Period[] {
  const united: Period[] = []
  for (const { from, until } of periods.toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else united.push({ from, until })
  }
  return united
}
