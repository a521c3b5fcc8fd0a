import type { Misfit } from '#contract/calendar/calendar.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { isSuited, performersOf, type Rules } from '#server/calendar/rules/rules.ts'
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

/** Finds another doctor or chair for each of `outside`, which do not fit the rules, in order of their start.
 *  Appointments keep their time. `misfits` are those for which nobody, or no chair, is free.
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
    const others = daysAround(date)
      .flatMap((day) => [...(placed.get(day)?.values() ?? [])])
      .filter((other) => other.id !== id && overlaps(other, appointment))
    const fitting = findPlace(rules, appointment, others)
    if (fitting) {
      moves.push({ id, ...fitting })
      placed.get(date)?.set(id, { ...appointment, ...fitting })
    } else misfits.push(misfit)
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

function overlaps(one: Appointment, other: Appointment) {
  return one.startsAt < other.busyUntil && other.startsAt < one.busyUntil
}
