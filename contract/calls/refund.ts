import { z } from 'zod/mini'
import { paymentsChanged } from '../desk/payment.ts'
import { refundedBooking, refundRequest } from '../desk/refund.ts'
import { calls } from '../kit/call.ts'

const params = z.object({ id: z.uuid('Not an id') })

/** The calls by which staff give money back. */
export const refundCalls = calls('desk', {
  handOutRefund: {
    summary: 'Record that a refund was handed out',
    method: 'POST',
    path: '/desk/refunds/:id/hand-out',
    access: { staff: 'refund-payment' },
    params,
    answers: { 200: paymentsChanged },
    problems: [404, 409],
  },
  refundPayment: {
    summary: 'Refund a payment in full or in part',
    method: 'POST',
    path: '/desk/appointments/:id/refund',
    access: { staff: 'refund-payment' },
    params,
    body: refundRequest,
    answers: { 200: refundedBooking },
    problems: [403, 404, 409],
  },
  retryRefund: {
    summary: 'Request a failed refund again',
    method: 'POST',
    path: '/desk/refunds/:id/retry',
    access: { staff: 'refund-payment' },
    params,
    answers: { 200: z.object({ success: z.literal(true) }) },
    problems: [404, 409],
  },
})
