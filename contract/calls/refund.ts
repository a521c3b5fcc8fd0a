import { z } from 'zod/mini'
import { cancelled } from '../booking/change-booking.ts'
import { paymentDetails, refundedBooking, refundRequest, staffCancelRequest } from '../desk/refund.ts'
import type { Calls } from '../kit/call.ts'

const params = z.object({ id: z.uuid('Not an id') })

/** The calls of staff about payments, refunds and cancellations. */
export const refundCalls = {
  cancelAppointment: {
    method: 'POST',
    path: '/desk/appointments/:id/cancel',
    access: { staff: 'cancel-appointment' },
    params: z.object({ id: z.uuid('Not an appointment id') }),
    body: staffCancelRequest,
    answers: { 200: cancelled },
  },
  getPayment: {
    method: 'GET',
    path: '/desk/appointments/:id/payment',
    access: { staff: 'read-payment' },
    params,
    answers: { 200: paymentDetails },
  },
  refundPayment: {
    method: 'POST',
    path: '/desk/appointments/:id/refund',
    access: { staff: 'refund-payment' },
    params,
    body: refundRequest,
    answers: { 200: refundedBooking },
  },
  retryRefund: {
    method: 'POST',
    path: '/desk/refunds/:id/retry',
    access: { staff: 'refund-payment' },
    params,
    answers: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies Calls
