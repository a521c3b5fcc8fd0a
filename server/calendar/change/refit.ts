import type { Misfit } from '#contract/calendar/calendar.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
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

/** Finds another doctor or chair for each appointment that does not fit the rules, in order of their start. Appointments keep their time.
 *  `misfits` are those for which nobody, or no chair, is free. */
export function refit<Row extends Appointment>(rules: Rules, appointments: readonly Row[]) {
  const moves: Move[] = []
  const misfits: { appointment: Row; reason: Misfit }[] = []
  const placed = new Map<string, Appointment>(appointments.map((appointment) => [appointment.id, appointment]))
  for (const appointment of appointments.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const reason = misfitOf(rules, appointment)
    if (!reason) continue
    const others = [...placed.values()].filter((other) => other.id !== appointment.id && overlaps(other, appointment))
    const fitting = placesFor(rules, appointment, others).find(
      (place) => !misfitOf(rules, { ...appointment, ...place }),
    )
    if (fitting) {
      moves.push({ id: appointment.id, ...fitting })
      placed.set(appointment.id, { ...appointment, ...fitting })
    } else misfits.push({ appointment, reason })
  }
  return { moves, misfits }
}

/** Returns the doctors and chairs that are free for an appointment, its own first. */
function placesFor(rules: Rules, { treatmentId, doctorId, chairId }: Appointment, others: readonly Appointment[]) {
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
  return doctors.flatMap((doctor) => chairs.map((chair) => ({ doctorId: doctor, chairId: chair })))
}

function overlaps(one: Appointment, other: Appointment) {
  return one.startsAt < other.busyUntil && other.startsAt < one.busyUntil
}

function isWithin(periods: readonly Period[], { date, startsAt, endsAt }: Appointment, { timeZone }: Rules) {
  const { instantOf } = dayClock(date, timeZone)
  return periods.some(({ from, until }) => instantOf(from) <= startsAt && endsAt <= instantOf(until))
}
