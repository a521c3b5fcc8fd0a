import { queryOptions } from '@tanstack/react-query'
import { type LinkedAppointment, linkedAppointment, linkMoved } from '#contract/booking/appointment-link.ts'
import { type CancelReason, cancelled, type MoveForm } from '#contract/booking/change-booking.ts'
import { call } from './http/call.ts'
import { behindLink } from './http/link.ts'

/** The appointment of a link in an email; null if the link is not valid. */
export function linkedBy(token: string) {
  return queryOptions({
    queryKey: ['appointment-link', token],
    queryFn: () =>
      behindLink(call('POST /appointment-link', linkedAppointment, { body: { token }, savesNothing: true })),
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
