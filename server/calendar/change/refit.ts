import type { Misfit } from '#contract/calendar/calendar.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '../rules/day-clock.ts'
import { openingHours, type Period, performersOf, type Rules, workingHours } from '../rules/rules.ts'

/** An upcoming appointment. Instants are Unix times in ms. */
export type Appointment = {
  id: string
  treatmentId: string
  date: IsoDate
  startsAt: number
  endsAt: number
  busyUntil: number
  doctorId: string | null
  chairId: string | null
}

/** Another doctor or chair for an appointment. */
export type Move = { id: string; doctorId: string | null; chairId: string | null }

/** Within which appointments fit the rules of some days, for a query. `hours` of the doctor `null` are the clinic's. Instants are Unix times in
 *  ms. */
export type Limits = {
  hours: { date: IsoDate; doctorId: string | null; from: number; until: number }[]
  performed: { doctorId: string; treatmentId: string }[]
  /** Without any, chairs don't limit appointments. */
  chairs: readonly string[]
}

/** Returns why an appointment does not fit the rules; undefined if it does. */
export function misfitOf(rules: Rules, appointment: Appointment): Misfit | undefined {
  const { treatmentId, date, doctorId, chairId } = appointment
  if (!isWithin(openingHours(rules, date), appointment, rules)) return 'clinic-closed'
  if (rules.chairs.length > 0 && !(chairId && rules.chairs.includes(chairId))) return 'no-chair'
  if (!doctorId) return performersOf(rules, treatmentId).length > 0 ? 'no-doctor' : undefined
  const doctor = rules.doctors.find(({ id }) => id === doctorId)
  if (!doctor) return 'doctor-left'
  if (!doctor.treatmentIds.has(treatmentId)) return 'not-performed'
  return isWithin(workingHours(rules, doctor, date), appointment, rules) ? undefined : 'doctor-not-there'
}

/** Returns what `misfitOf` compares an appointment with, for all doctors on `dates`. */
export function limitsOf(rules: Rules, dates: readonly IsoDate[]): Limits {
  const hours = dates.flatMap((date) => {
    const { instantOf } = dayClock(date, rules.timeZone)
    const toRows = (doctorId: string | null, periods: ReturnType<typeof openingHours>) =>
      periods.map(({ from, until }) => ({ date, doctorId, from: instantOf(from), until: instantOf(until) }))
    return [
      ...toRows(null, openingHours(rules, date)),
      ...rules.doctors.flatMap((doctor) => toRows(doctor.id, workingHours(rules, doctor, date))),
    ]
  })
  const performed = rules.doctors.flatMap(({ id, treatmentIds }) =>
    [...treatmentIds].map((treatmentId) => ({ doctorId: id, treatmentId })),
  )
  return { hours, performed, chairs: rules.chairs }
}

/** Returns those of `dates` on which appointments can fit the rules `after` a change otherwise than those `before` it. */
export function daysOfChange(before: Rules, after: Rules, dates: readonly IsoDate[]): readonly IsoDate[] {
  const isSame = (read: (rules: Rules) => unknown) => JSON.stringify(read(before)) === JSON.stringify(read(after))
  const isSameEveryDay = isSame((rules) => {
    const { performed, chairs } = limitsOf(rules, [])
    return { performed, chairs }
  })
  if (!isSameEveryDay) return dates
  const hoursOfDoctors = (date: IsoDate) => (rules: Rules) =>
    rules.doctors.map((doctor) => [doctor.id, workingHours(rules, doctor, date)])
  return dates.filter((date) => !isSame((rules) => openingHours(rules, date)) || !isSame(hoursOfDoctors(date)))
}

/** Tells whether an appointment may fit with another doctor or chair. */
export const isMovable = (reason: Misfit | undefined): boolean => reason !== undefined && reason !== 'clinic-closed'

/** Returns a day and those beside it. What begins before midnight can end after it. */
export const daysAround = (date: IsoDate): IsoDate[] => [addDays(date, -1), date, addDays(date, 1)]

/** Finds another doctor or chair for each of `outside` that does not fit the rules, in order of their start. Appointments keep their time.
 *  `misfits` are those for which nobody, or no chair, is free.
 *  @param nearby all appointments on the days of those for which another doctor or chair may help, and on the days beside them */
export function refit<Row extends Appointment>(
  rules: Rules,
  outside: readonly Row[],
  nearby: readonly Appointment[] = outside,
) {
  const moves: Move[] = []
  const misfits: { appointment: Row; reason: Misfit }[] = []
  const placed = new Map<IsoDate, Map<string, Appointment>>(
    [...Map.groupBy(nearby, ({ date }) => date)].map(([date, rows]) => [
      date,
      new Map(rows.map((row) => [row.id, row])),
    ]),
  )
  for (const appointment of outside.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const reason = misfitOf(rules, appointment)
    if (!reason) continue
    if (!isMovable(reason)) {
      misfits.push({ appointment, reason })
      continue
    }
    const { id, date } = appointment
    const others = daysAround(date)
      .flatMap((day) => [...(placed.get(day)?.values() ?? [])])
      .filter((other) => other.id !== id && overlaps(other, appointment))
    const fitting = findPlace(rules, appointment, others)
    if (fitting) {
      moves.push({ id, ...fitting })
      placed.get(date)?.set(id, { ...appointment, ...fitting })
    } else misfits.push({ appointment, reason })
  }
  return { moves, misfits }
}

/** Returns a doctor and a chair who are free for an appointment and with whom it fits, its own if possible. */
function findPlace(rules: Rules, appointment: Appointment, others: readonly Appointment[]) {
  const { treatmentId, doctorId, chairId } = appointment
  const performers = performersOf(rules, treatmentId).map(({ id }) => id)
  const isOwnFirst = (own: string | null) => (a: string | null, b: string | null) =>
    Number(b === own) - Number(a === own)
  const doctors: (string | null)[] =
    performers.length > 0
      ? performers.filter((id) => !others.some((other) => other.doctorId === id)).sort(isOwnFirst(doctorId))
      : others.some((other) => other.treatmentId === treatmentId && other.doctorId === null)
        ? []
        : [null]
  const chairs: (string | null)[] =
    rules.chairs.length > 0
      ? rules.chairs.filter((id) => !others.some((other) => other.chairId === id)).sort(isOwnFirst(chairId))
      : [chairId]
  const [chair] = chairs
  if (chair === undefined) return undefined
  // Each of these chairs is in use, so whether it fits depends on the doctor.
  const fits = (id: string | null) => !misfitOf(rules, { ...appointment, doctorId: id, chairId: chair })
  const doctor = doctors.find(fits)
  return doctor === undefined ? undefined : { doctorId: doctor, chairId: chair }
}

function overlaps(one: Appointment, other: Appointment) {
  return one.startsAt < other.busyUntil && other.startsAt < one.busyUntil
}

function isWithin(periods: readonly Period[], { date, startsAt, endsAt }: Appointment, { timeZone }: Rules) {
  const { instantOf } = dayClock(date, timeZone)
  return periods.some(({ from, until }) => instantOf(from) <= startsAt && endsAt <= instantOf(until))
}
