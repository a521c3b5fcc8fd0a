import { z } from 'zod/mini'
import { cancelled } from '../booking/change-booking.ts'
import { noShowFee, paymentDetails, paymentsChanged, paymentToTake, priceChange, voidRequest } from '../desk/payment.ts'
import { paymentQuery, paymentsFound } from '../desk/payment-search.ts'
import { refundedBooking, refundRequest, staffCancelRequest } from '../desk/refund.ts'
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
  findPayments: {
    method: 'GET',
    path: '/desk/payments',
    access: { staff: 'read-payment' },
    query: paymentQuery,
    answers: { 200: paymentsFound },
  },
  getPayment: {
    method: 'GET',
    path: '/desk/appointments/:id/payment',
    access: { staff: 'read-payment' },
    params,
    answers: { 200: paymentDetails },
  },
  takePayment: {
    method: 'POST',
    path: '/desk/appointments/:id/payments',
    access: { staff: 'take-payment' },
    params,
    body: paymentToTake,
    answers: { 200: paymentsChanged },
  },
  voidPayment: {
    method: 'POST',
    path: '/desk/payments/:id/void',
    access: { staff: 'void-payment' },
    params,
    body: voidRequest,
    answers: { 200: paymentsChanged },
  },
  sendReceipt: {
    method: 'POST',
    path: '/desk/payments/:id/receipt',
    access: { staff: 'take-payment' },
    params,
    answers: { 200: z.object({ success: z.literal(true) }) },
  },
  changePrice: {
    method: 'PATCH',
    path: '/desk/appointments/:id/price',
    access: { staff: 'change-price' },
    params,
    body: priceChange,
    answers: { 200: paymentsChanged },
  },
  chargeNoShow: {
    method: 'POST',
    path: '/desk/appointments/:id/no-show-fee',
    access: { staff: 'change-price' },
    params,
    body: noShowFee,
    answers: { 200: paymentsChanged },
  },
  handOutRefund: {
    method: 'POST',
    path: '/desk/refunds/:id/hand-out',
    access: { staff: 'refund-payment' },
    params,
    answers: { 200: paymentsChanged },
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
