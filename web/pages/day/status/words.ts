import type { AppointmentStatus, DeskAppointment, SettableStatus } from '#contract/desk/day.ts'
import { stepRefusal } from '#contract/desk/status.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'

export const statusWords: Record<AppointmentStatus, string> = {
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
}

/** Tells whether an appointment can get a status now. */
export function canMark({ status, date, startsAt }: DeskAppointment, to: SettableStatus): boolean {
  const when = { date: parseMediumDate(date) ?? '', startsAt: new Date(startsAt) }
  return stepRefusal({ from: status, to }, when, new Date(), clinic.timeZone) === undefined
}

/** Returns the usual next status, for the button in a list; undefined if there is none yet. */
export function nextStatus(appointment: DeskAppointment): SettableStatus | undefined {
  const next = appointment.status === 'booked' ? 'arrived' : appointment.status === 'arrived' ? 'done' : undefined
  return next && canMark(appointment, next) ? next : undefined
}

/** Counts appointments in words: `12 appointments, 3 arrived, 4 done`. Cancelled ones don't count. */
export function countInWords(appointments: readonly DeskAppointment[]): string {
  const live = appointments.filter(({ status }) => status !== 'cancelled')
  const count = (status: AppointmentStatus) => live.filter((each) => each.status === status).length
  const parts = (['arrived', 'done', 'no-show'] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${statusWords[status].toLowerCase()}`] : [],
  )
  if (live.length === 0) return 'No appointments'
  return [live.length === 1 ? '1 appointment' : `${live.length} appointments`, ...parts].join(', ')
}
