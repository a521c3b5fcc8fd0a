import { queryOptions } from '@tanstack/react-query'
import {
  invalidLink,
  type LinkedAppointment,
  linkedAppointment,
  linkMoved,
} from '#contract/booking/appointment-link.ts'
import { type CancelReason, cancelled, type MoveForm } from '#contract/booking/change-booking.ts'
import { call } from './http/call.ts'
import { ApiError } from './http/errors.ts'

/** The appointment of a link in an email; null if the link is not valid. */
export function linkedBy(token: string) {
  return queryOptions({
    queryKey: ['appointment-link', token],
    queryFn: () =>
      call('POST /appointment-link', linkedAppointment, { body: { token }, savesNothing: true }).catch(nullWhenInvalid),
  })
}

/** Moves the appointment of a link. @throws the server's refusal */
export async function moveLinked(token: string, form: MoveForm): Promise<LinkedAppointment> {
  return (await call('POST /appointment-link/move', linkMoved, { body: { ...form, token } })).appointment
}

/** Cancels the appointment of a link. @throws the server's refusal */
export function cancelLinked(token: string, reason: CancelReason) {
  return call('POST /appointment-link/cancel', cancelled, { body: { token, reason } })
}

function nullWhenInvalid(error: unknown): null {
  if (error instanceof ApiError && (error.problem.code === invalidLink || error.problem.status === 400)) return null
  throw error
}
