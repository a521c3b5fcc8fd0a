import { z } from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { type CancelReason, cancelled, type MoveForm, moved } from '#contract/booking/change-booking.ts'
import { receivedBooking } from '#contract/booking/received-booking.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

/** A time to which an appointment can move, with the dentists who are free then; none if it needs no dentist. */
export type MoveTime = { slot: string; doctors: { _id: string; name: string }[] }

const receivedMoved = z.extend(moved, { booking: receivedBooking })

/** Moves an appointment of `patient`. @throws the server's refusal */
export async function moveBooking(patient: string, id: string, form: MoveForm): Promise<Booking> {
  const options = { params: { id }, body: form, token: await bearer(patient) }
  return (await call('PATCH /booking/:id/time', receivedMoved, options)).booking
}

/** Cancels an appointment of `patient`. @throws the server's refusal */
export async function cancelBooking(patient: string, id: string, reason: CancelReason) {
  const options = { params: { id }, body: { reason }, token: await bearer(patient) }
  return call('POST /booking/:id/cancel', cancelled, options)
}
