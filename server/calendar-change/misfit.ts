import type { Misfit } from '#contract/calendar/calendar.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Limits, UpcomingBooking } from '#server/booking/queries.ts'
import { availableHours, blockedChairs, touches, unblockedHours } from '#server/calendar/rules/available-hours.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { isSuited, openingHours, type Period, performersOf, type Rules } from '#server/calendar/rules/rules.ts'

/** What decides whether an upcoming appointment fits. */
export type Appointment = Pick<
  UpcomingBooking,
  'id' | 'treatmentId' | 'date' | 'startsAt' | 'endsAt' | 'busyUntil' | 'doctorId' | 'chairId'
>

/** Returns why an appointment does not fit the rules; undefined if it does. */
export function misfitOf(rules: Rules, appointment: Appointment): Misfit | undefined {
  const { treatmentId, date, doctorId, chairId } = appointment
  if (!isWithin(openingHours(rules, date), appointment, rules)) return 'clinic-closed'
  if (!isWithin(unblockedHours(rules, date), appointment, rules)) return 'blocked'
  if (rules.chairs.length > 0 && !(chairId && isForTreatment(rules, chairId, treatmentId))) return 'no-chair'
  if (chairId && isChairBlocked(rules, chairId, appointment)) return 'no-chair'
  if (!doctorId) return performersOf(rules, treatmentId).length > 0 ? 'no-doctor' : undefined
  const doctor = rules.doctors.find(({ id }) => id === doctorId)
  if (!doctor || (doctor.lastDay !== null && doctor.lastDay < date)) return 'doctor-left'
  if (!doctor.treatmentIds.has(treatmentId)) return 'not-performed'
  return isWithin(availableHours(rules, doctor, date), appointment, rules) ? undefined : 'doctor-not-there'
}

/** Returns what `misfitOf` compares an appointment with, for all doctors on `dates`. */
export function limitsOf(rules: Rules, dates: readonly IsoDate[]): Limits {
  const hours = dates.flatMap((date) => {
    const { instantOf } = dayClock(date, rules.timeZone)
    const toRows = (doctorId: string | null, periods: ReturnType<typeof openingHours>) =>
      periods.map(({ from, until }) => ({ date, doctorId, from: instantOf(from), until: instantOf(until) }))
    return [
      ...toRows(null, unblockedHours(rules, date)),
      ...rules.doctors.flatMap((doctor) => toRows(doctor.id, availableHours(rules, doctor, date))),
    ]
  })
  const performed = rules.doctors.flatMap(({ id, treatmentIds }) =>
    [...treatmentIds].map((treatmentId) => ({ doctorId: id, treatmentId })),
  )
  const chairBlocks = dates.flatMap((date) => {
    const { instantOf } = dayClock(date, rules.timeZone)
    return [...blockedChairs(rules, date)].flatMap(([chairId, periods]) =>
      periods.map(({ from, until }) => ({ chairId, from: instantOf(from), until: instantOf(until) })),
    )
  })
  const suited = rules.chairs.flatMap((chairId) =>
    [...(rules.chairTreatments.get(chairId) ?? [])].map((treatmentId) => ({ chairId, treatmentId })),
  )
  return { hours, performed, chairs: rules.chairs, suited, chairBlocks }
}

/** Tells whether an appointment may fit with another doctor or chair. */
export const isMovable = (reason: Misfit): boolean => reason !== 'clinic-closed' && reason !== 'blocked'

/** Tells whether a chair is in use and suited for a treatment. */
function isForTreatment(rules: Rules, chairId: string, treatmentId: string): boolean {
  return rules.chairs.includes(chairId) && isSuited(rules, chairId, treatmentId)
}

/** Tells whether a chair is blocked during an appointment. */
export function isChairBlocked(
  rules: Rules,
  chairId: string,
  appointment: Pick<Appointment, 'date' | 'startsAt' | 'endsAt'>,
): boolean {
  const { date } = appointment
  return touches(blockedChairs(rules, date).get(chairId), appointment, dayClock(date, rules.timeZone))
}

function isWithin(periods: readonly Period[], { date, startsAt, endsAt }: Appointment, { timeZone }: Rules) {
  const { instantOf } = dayClock(date, timeZone)
  return periods.some(({ from, until }) => instantOf(from) <= startsAt && endsAt <= instantOf(until))
}
