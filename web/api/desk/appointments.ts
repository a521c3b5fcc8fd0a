import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { cancelled } from '#contract/booking/change-booking.ts'
import { moveTimes } from '#contract/calendar/attention.ts'
import {
  changedAppointment,
  type DeskAppointment,
  type DeskMoveForm,
  type NoteRequest,
  type StatusRequest,
} from '#contract/desk/day.ts'
import { paymentDetails, type RefundForm, refundedBooking, type StaffCancelForm } from '#contract/desk/refund.ts'
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

/** The payment of an appointment, with its refunds and a dispute. */
export function paymentOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...deskKey, admin, 'payment', id],
    queryFn: async () => call(paymentDetails, `/desk/appointments/${id}/payment`, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Refunds a payment in full or in part. @throws the server's refusal */
export async function postRefund(admin: string, id: string, body: RefundForm) {
  const options = { method: 'POST', body, token: await bearer(admin) } as const
  return (await call(refundedBooking, `/desk/appointments/${id}/refund`, options)).booking
}

/** Requests a failed refund again. @throws the server's refusal */
export async function postRetry(admin: string, refundId: string): Promise<void> {
  const options = { method: 'POST', body: {}, token: await bearer(admin) } as const
  await call(z.object({ success: z.literal(true) }), `/desk/refunds/${refundId}/retry`, options)
}

/** Cancels an appointment for the clinic. @throws the server's refusal */
export async function postStaffCancel(admin: string, id: string, body: StaffCancelForm) {
  const options = { method: 'POST', body, token: await bearer(admin) } as const
  return call(cancelled, `/desk/appointments/${id}/cancel`, options)
}
