import { queryOptions } from '@tanstack/react-query'
import { moveTimes } from '#contract/calendar/attention.ts'
import {
  changedAppointment,
  type DeskAppointment,
  type DeskMoveForm,
  type NoteRequest,
  type StatusRequest,
} from '#contract/desk/day.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

/** The times of a day to which an appointment can move within the rules. */
export function deskTimesOf(admin: string, id: string, date: IsoDate) {
  return queryOptions({
    queryKey: [...deskKey, admin, date, 'times', id],
    queryFn: async () =>
      call(moveTimes, `/desk/appointments/${id}/times?date=${encodeURIComponent(formatMediumDate(date))}`, {
        token: await bearer(admin),
      }),
    meta: { adminsOnly: true },
  })
}

/** Changes the status of an appointment. @throws the server's refusal */
export const patchStatus = (admin: string, id: string, body: StatusRequest) => patch(admin, id, 'status', body)

/** Replaces the note of an appointment. @throws the server's refusal */
export const patchNote = (admin: string, id: string, body: NoteRequest) => patch(admin, id, 'note', body)

/** Moves an appointment. @throws the server's refusal */
export const patchTime = (admin: string, id: string, body: DeskMoveForm) => patch(admin, id, 'time', body)

async function patch(admin: string, id: string, what: string, body: object): Promise<DeskAppointment> {
  const options = { method: 'PATCH', body, token: await bearer(admin) } as const
  return (await call(changedAppointment, `/desk/appointments/${id}/${what}`, options)).appointment
}
