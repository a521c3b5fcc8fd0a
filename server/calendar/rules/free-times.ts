import type { BookableTime, DayPlan, TreatmentTimes } from './plan.ts'
import { dayState, type Rules } from './rules.ts'

/** The time that a booking takes up: from its start until its doctor and chair are free again. Instants are Unix times
 *  in ms. */
export type Busy = {
  treatmentId: string
  doctorId: string | null
  chairId: string | null
  from: number
  until: number
}

/** Returns the times of a planned day that patients can book at `now`. A time is free if at least one of its doctors,
 *  and a chair, are not busy; its `doctors` are those who are free. */
export function freeTimes(plan: DayPlan, rules: Rules, bookings: readonly Busy[], now: Date): TreatmentTimes[] {
  const isOpen = dayState(rules, plan.date, now) === 'open'
  const earliest = earliestStart(rules, now)
  const byDoctor = groupBy(bookings, ({ doctorId }) => doctorId)
  const byChair = groupBy(bookings, ({ chairId }) => chairId)
  const withoutDoctor = groupBy(byDoctor.get(null) ?? [], ({ treatmentId }) => treatmentId)
  const isChairFree = (time: BookableTime) =>
    time.chairs.length === 0 || time.chairs.some((chair) => isFree(time, byChair.get(chair)))

  return plan.treatments.map(({ treatment, times }) => ({
    treatment,
    times: !isOpen
      ? []
      : times.flatMap((time) => {
          if (time.startsAt <= earliest || !isChairFree(time)) return []
          if (time.doctors.length === 0) return isFree(time, withoutDoctor.get(treatment.id)) ? [time] : []
          const doctors = time.doctors.filter((doctor) => isFree(time, byDoctor.get(doctor)))
          return doctors.length > 0 ? [{ ...time, doctors }] : []
        }),
  }))
}

/** Returns the instant (Unix, ms) after which an appointment must begin to be booked at `now`. */
export function earliestStart({ policy }: Rules, now: Date): number {
  return now.getTime() + policy.noticeMinutes * 60_000
}

function isFree({ startsAt, busyUntil }: BookableTime, bookings: readonly Busy[] = []) {
  return !bookings.some(({ from, until }) => from < busyUntil && startsAt < until)
}

function groupBy<Key>(bookings: readonly Busy[], keyOf: (booking: Busy) => Key): Map<Key, Busy[]> {
  return Map.groupBy(bookings, keyOf)
}
