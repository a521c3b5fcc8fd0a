import { clinicToday } from '../kit/time/clinic-date.ts'
import type { AppointmentStatus, SettableStatus } from './day.ts'

/** Why a status can't follow another, or not yet. */
export type StepRefusal = 'no-such-step' | 'before-its-day' | 'not-begun'

/** The statuses that can follow each status. Going back undoes a step; a cancellation is final. */
const steps: Record<AppointmentStatus, readonly SettableStatus[]> = {
  booked: ['arrived', 'done', 'no-show'],
  arrived: ['done', 'no-show', 'booked'],
  done: ['arrived', 'booked'],
  'no-show': ['booked'],
  cancelled: [],
}

/** Returns why an appointment can't change its status at `now`; undefined if it can. Patients can arrive from its day
 *  on. After that it can be done before it begins, because a dentist may be early. All else that happens to them needs
 *  the appointment to have begun. `timeZone` is an IANA name. */
export function stepRefusal(
  { from, to }: { from: AppointmentStatus; to: SettableStatus },
  { date, startsAt }: { date: string; startsAt: Date },
  now: Date,
  timeZone: string,
): StepRefusal | undefined {
  if (!canFollow(from, to)) return 'no-such-step'
  if (to === 'arrived' && date > clinicToday(now, timeZone)) return 'before-its-day'
  const needsBegin = to === 'no-show' || (to === 'done' && from !== 'arrived')
  if (needsBegin && startsAt > now) return 'not-begun'
  return undefined
}

/** Tells whether a status can follow another. */
export function canFollow(from: AppointmentStatus, to: SettableStatus): boolean {
  return steps[from].includes(to)
}
