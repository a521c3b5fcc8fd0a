import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type BookableTime, planTreatment } from '#server/calendar/rules/plan.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Appointment } from '#server/calendar-change/misfit.ts'

/** An appointment of a patient. */
type PatientAppointment = Appointment & { patientId: string }

/** A time for an appointment, with every doctor and chair that is free then; none of a kind that it does not need. */
export type FreePlace = BookableTime

const minute = 60_000

/** Returns the times on a day to which staff can move an appointment: it keeps its length, the doctor, a chair and the
 *  patient are free, and the time has not begun. The notice and the horizon are for patients only.
 *  @param others all other upcoming appointments */
export function placesOn(
  rules: Rules,
  date: IsoDate,
  appointment: PatientAppointment,
  others: readonly PatientAppointment[],
  now: Date,
): FreePlace[] {
  const { treatmentId, startsAt, endsAt, busyUntil, patientId } = appointment
  const length = { durationMinutes: (endsAt - startsAt) / minute, bufferMinutes: (busyUntil - endsAt) / minute }
  const hasSameTreatment = others.some(
    (other) => other.patientId === patientId && other.treatmentId === treatmentId && other.date === date,
  )
  if (hasSameTreatment) return []
  return planTreatment(rules, { id: treatmentId, ...length }, date).flatMap((time) => {
    const meanwhile = others.filter((other) => other.startsAt < time.busyUntil && time.startsAt < other.busyUntil)
    const doctors = time.doctors.filter((id) => !meanwhile.some(({ doctorId }) => doctorId === id))
    const chairs = time.chairs.filter((id) => !meanwhile.some(({ chairId }) => chairId === id))
    const isTaken =
      time.startsAt <= now.getTime() ||
      meanwhile.some((other) => other.patientId === patientId) ||
      (time.chairs.length > 0 && chairs.length === 0) ||
      (time.doctors.length > 0
        ? doctors.length === 0
        : meanwhile.some((other) => other.treatmentId === treatmentId && other.doctorId === null))
    return isTaken ? [] : [{ ...time, doctors, chairs }]
  })
}
