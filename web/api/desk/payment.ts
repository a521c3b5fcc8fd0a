import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { cancelled } from '#contract/booking/change-booking.ts'
import { paymentDetails, type RefundForm, refundedBooking, type StaffCancelForm } from '#contract/desk/refund.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

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
