import type { Misfit } from '#contract/calendar/calendar.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { availableHours } from '#server/calendar/rules/available-hours.ts'
import { type DoctorRule, isSuited, performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import { type Appointment, isChairBlocked, isMovable, misfitOf } from './misfit.ts'

/** Another doctor or chair for an appointment. */
export type Move = { id: string; doctorId: string | null; chairId: string | null }

/** Returns a day and those beside it. What begins before midnight can end after it. */
export const daysAround = (date: IsoDate): IsoDate[] => [addDays(date, -1), date, addDays(date, 1)]

/** An appointment that does not fit the rules, and why. */
export type MisfitOf<Row extends Appointment> = { appointment: Row; reason: Misfit }

/** Lists those of `appointments` that do not fit the rules, in order of their start, and those in `ofDied`, whose
 *  patients have died. */
export function listMisfits<Row extends Appointment>(
  rules: Rules,
  appointments: readonly Row[],
  ofDied: ReadonlySet<string> = new Set(),
): MisfitOf<Row>[] {
  const misfits = appointments.flatMap((appointment) => {
    const reason = ofDied.has(appointment.id) ? 'patient-died' : misfitOf(rules, appointment)
    return reason ? [{ appointment, reason }] : []
  })
  return misfits.toSorted((a, b) => a.appointment.startsAt - b.appointment.startsAt)
}

/** Finds another doctor or chair for each of `outside`, which do not fit the rules, in order of their start. Of the
 *  doctors who are free then, the one with the most free minutes that day gets it. Appointments keep their time.
 *  `misfits` are those for which nobody, or no chair, is free.
 *  @param nearby all appointments on the days of those for which another doctor or chair may help, and on the days
 *  beside them */
export function refit<Row extends Appointment>(
  rules: Rules,
  outside: readonly MisfitOf<Row>[],
  nearby: readonly Appointment[],
) {
  const moves: Move[] = []
  const misfits: MisfitOf<Row>[] = []
  const placed = new Map<IsoDate, Map<string, Appointment>>(
    [...Map.groupBy(nearby, ({ date }) => date)].map(([date, rows]) => [
      date,
      new Map(rows.map((row) => [row.id, row])),
    ]),
  )
  for (const misfit of outside) {
    const { appointment, reason } = misfit
    if (!isMovable(reason)) {
      misfits.push(misfit)
      continue
    }
    const { id, date } = appointment
    const around = daysAround(date)
      .flatMap((day) => [...(placed.get(day)?.values() ?? [])])
      .filter((other) => other.id !== id)
    const fitting = findPlace(rules, appointment, around)
    if (fitting) {
      moves.push({ id, ...fitting })
      placed.get(date)?.set(id, { ...appointment, ...fitting })
    } else misfits.push(misfit)
  }
  return { moves, misfits }
}

/** Returns a doctor and a chair who are free for an appointment and with whom it fits, its own if possible.
 *  @param around the other appointments of its day and of those beside it */
function findPlace(rules: Rules, appointment: Appointment, around: readonly Appointment[]) {
  const { treatmentId, doctorId, chairId } = appointment
  const others = around.filter((other) => overlaps(other, appointment))
  const performers = performersOf(rules, treatmentId)
  const isOwnFirst = (own: string | null) => (a: string | null, b: string | null) =>
    Number(b === own) - Number(a === own)
  const isWithoutDoctorTaken = () =>
    others.some((other) => other.treatmentId === treatmentId && other.doctorId === null)
  const doctors: (string | null)[] =
    performers.length > 0
      ? leastBusyFirst(
          rules,
          performers.filter(({ id }) => !others.some((other) => other.doctorId === id)),
          { date: appointment.date, around },
        ).sort(isOwnFirst(doctorId))
      : isWithoutDoctorTaken()
        ? []
        : [null]
  const chairs: (string | null)[] =
    rules.chairs.length > 0
      ? rules.chairs
          .filter((id) => isSuited(rules, id, treatmentId) && !isChairBlocked(rules, id, appointment))
          .filter((id) => !others.some((other) => other.chairId === id))
          .sort(isOwnFirst(chairId))
      : [chairId]
  const [chair] = chairs
  if (chair === undefined) return undefined
  // Each of these chairs can be used, so whether it fits depends on the doctor.
  const fits = (id: string | null) => !misfitOf(rules, { ...appointment, doctorId: id, chairId: chair })
  const doctor = doctors.find(fits)
  return doctor === undefined ? undefined : { doctorId: doctor, chairId: chair }
}

/** Returns the ids of doctors, those with the most free minutes on a day first. */
function leastBusyFirst(
  rules: Rules,
  doctors: readonly DoctorRule[],
  { date, around }: { date: IsoDate; around: readonly Appointment[] },
): string[] {
  // One pass for all doctors: a large clinic has thousands of appointments around a day.
  const busy = new Map<string | null, number>()
  for (const { doctorId, date: day, startsAt, busyUntil } of around)
    if (day === date) busy.set(doctorId, (busy.get(doctorId) ?? 0) + (busyUntil - startsAt) / 60_000)
  const freeMinutes = (doctor: DoctorRule) => {
    const working = availableHours(rules, doctor, date).reduce((sum, { from, until }) => sum + until - from, 0)
    return working - (busy.get(doctor.id) ?? 0)
  }
  const ranked = doctors.map((doctor) => ({ id: doctor.id, free: freeMinutes(doctor) }))
  return ranked.toSorted((one, other) => other.free - one.free).map(({ id }) => id)
}

function overlaps(one: Appointment, other: Appointment) {
  return one.startsAt < other.busyUntil && other.startsAt < one.busyUntil
}
