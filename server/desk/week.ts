import type { ChairBlock, DayCounts, WeekDoctor } from '#contract/desk/week.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { rosterOf } from '#server/calendar/roster.ts'
import { availableHours, unblockedHours } from '#server/calendar/rules/available-hours.ts'
import { isAway, type Period, type Rules } from '#server/calendar/rules/rules.ts'
import type { DayCount } from './store.ts'

/** Returns the days of each dentist in numbers: of those who work at the clinic, then of the others in `counts`. With
 *  `doctorId` only that dentist's.
 *  @param counts of these days, in order of the dentists' names */
export function toWeekDoctors(
  rules: Rules,
  days: readonly IsoDate[],
  counts: readonly DayCount[],
  doctorId: string | undefined,
): WeekDoctor[] {
  const daysOf = (
    id: string | null,
    hoursOn: (date: IsoDate) => readonly Period[],
    isAbsent = (_date: IsoDate) => false,
  ) =>
    days.map((date): DayCounts => {
      const found = counts.find((each) => each.doctorId === id && each.date === date)
      return {
        date: formatMediumDate(date),
        appointments: found?.appointments ?? 0,
        booked: found?.minutes ?? 0,
        available: minutesOf(hoursOn(date)),
        absent: isAbsent(date),
      }
    })
  const known = rules.doctors
    .filter(({ id }) => doctorId === undefined || id === doctorId)
    .map((doctor) => ({
      ...{ _id: doctor.id, name: doctor.name, left: false },
      days: daysOf(
        doctor.id,
        (date) => availableHours(rules, doctor, date),
        (date) => isAway(doctor, date),
      ),
    }))
  const ids = new Set(rules.doctors.map(({ id }) => id))
  const others = new Map(
    counts.flatMap(({ doctorId: id, doctorName }) => (id && !ids.has(id) ? [[id, doctorName]] : [])),
  )
  const left = [...others].map(([id, name]) => ({ _id: id, name: name ?? '', left: true, days: daysOf(id, () => []) }))
  const hasNobody = ids.size === 0 || counts.some((each) => each.doctorId === null)
  const nobody = { name: '', left: false, days: daysOf(null, (date) => unblockedHours(rules, date)) }
  return [...known, ...left, ...(hasNobody && doctorId === undefined ? [nobody] : [])]
}

/** Returns the parts of these days in which chairs are kept free. */
export function chairBlocksOn(rules: Rules, days: readonly IsoDate[]): ChairBlock[] {
  return days.flatMap((day) =>
    rosterOf(rules, day).blocks.flatMap(({ id, chairName, from, until, reason }) =>
      chairName === null ? [] : [{ _id: id, date: formatMediumDate(day), chair: chairName, from, until, reason }],
    ),
  )
}

function minutesOf(periods: readonly Period[]): number {
  return periods.reduce((sum, { from, until }) => sum + until - from, 0)
}
