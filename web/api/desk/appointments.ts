import { queryOptions } from '@tanstack/react-query'
import { cancelled } from '#contract/booking/change-booking.ts'
import { moveTimes } from '#contract/calendar/attention.ts'
import {
  changedAppointment,
  type DeskAppointment,
  type DeskMoveForm,
  type NoteRequest,
  type StatusRequest,
} from '#contract/desk/day.ts'
import { patientFacts } from '#contract/desk/patient-facts.ts'
import { paymentDetails } from '#contract/desk/payment.ts'
import { type RefundForm, refundedBooking, type StaffCancelForm } from '#contract/desk/refund.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from '../http/call.ts'
import { deskKey } from './day.ts'

/** The times of a day to which an appointment can move within the rules. */
export function deskTimesOf(admin: string, id: string, date: IsoDate) {
  return queryOptions({
    queryKey: [...deskKey, admin, date, 'times', id],
    queryFn: async () =>
      call('GET /desk/appointments/:id/times', moveTimes, {
        params: { id },
        query: { date: formatMediumDate(date) },
        token: await bearer(admin),
      }),
    meta: { adminsOnly: true },
  })
}

/** Changes the status of an appointment. @throws the server's refusal */
export async function patchStatus(admin: string, id: string, body: StatusRequest): Promise<DeskAppointment> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('PATCH /desk/appointments/:id/status', changedAppointment, options)).appointment
}

/** Replaces the note of an appointment. @throws the server's refusal */
export async function patchNote(admin: string, id: string, body: NoteRequest): Promise<DeskAppointment> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('PATCH /desk/appointments/:id/note', changedAppointment, options)).appointment
}

/** Moves an appointment. @throws the server's refusal */
export async function patchTime(admin: string, id: string, body: DeskMoveForm): Promise<DeskAppointment> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('PATCH /desk/appointments/:id/time', changedAppointment, options)).appointment
}

/** What whoever treats the patient of an appointment must know. */
export function factsOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...deskKey, admin, 'facts', id],
    queryFn: async () =>
      call('GET /desk/appointments/:id/patient', patientFacts, { params: { id }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** The payment of an appointment, with its refunds and a dispute. */
export function paymentOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...deskKey, admin, 'payment', id],
    queryFn: async () =>
      call('GET /desk/appointments/:id/payment', paymentDetails, { params: { id }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Refunds a payment in full or in part. @throws the server's refusal */
export async function postRefund(admin: string, id: string, body: RefundForm) {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('POST /desk/appointments/:id/refund', refundedBooking, options)).booking
}

/** Requests a failed refund again. @throws the server's refusal */
export async function postRetry(admin: string, refundId: string): Promise<void> {
  await send('POST /desk/refunds/:id/retry', { params: { id: refundId }, token: await bearer(admin) })
}

/** Cancels an appointment for the clinic. @throws the server's refusal */
export async function postStaffCancel(admin: string, id: string, body: StaffCancelForm) {
  const options = { params: { id }, body, token: await bearer(admin) }
  return call('POST /desk/appointments/:id/cancel', cancelled, options)
}
