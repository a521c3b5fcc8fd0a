import type { AppointmentStatus, DeskAppointment } from '#contract/desk/day.ts'
import { formatCount } from '#contract/kit/text/count.ts'

/** Counts appointments in words: `12 appointments, 3 arrived, 4 done`. Cancelled ones don't count. */
export function countInWords(appointments: readonly DeskAppointment[]): string {
  const live = appointments.filter(({ status }) => status !== 'cancelled')
  const count = (status: AppointmentStatus) => live.filter((each) => each.status === status).length
  const parts = (['arrived', 'done', 'no-show'] as const).flatMap((status) =>
    count(status) > 0 ? [`${formatCount(count(status))} ${status}`] : [],
  )
  if (live.length === 0) return 'No appointments'
  return [live.length === 1 ? '1 appointment' : `${formatCount(live.length)} appointments`, ...parts].join(', ')
}
