import { booking } from '../booking/booking.ts'
import { receipt, receiptQuery } from '../booking/receipt.ts'
import { calls } from '../kit/call.ts'
import { paymentIntentRequest, paymentIntentResponse, paymentReport } from '../payment.ts'
import { bookingParams } from './params.ts'

/** The calls by which patients pay, and read what they paid. */
export const paymentCalls = calls('payment', {
  createPaymentIntent: {
    summary: 'Begin to pay for an appointment',
    method: 'POST',
    path: '/create-payment-intent',
    access: 'token',
    body: paymentIntentRequest,
    answers: { 200: paymentIntentResponse },
    problems: [404, 409],
  },
  reportPayment: {
    summary: 'Report that an appointment was paid',
    method: 'PATCH',
    path: '/booking/:id',
    access: 'token',
    params: bookingParams,
    body: paymentReport,
    answers: { 200: booking },
    problems: [402, 404, 409],
    ifUncertain: 'We don’t know whether your payment was recorded. Look at My Appointments before you pay again.',
  },
  readReceipt: {
    summary: 'The receipt for an appointment: of one of its payments, or of all',
    method: 'GET',
    path: '/booking/:id/receipt',
    access: 'token',
    params: bookingParams,
    query: receiptQuery,
    answers: { 200: receipt },
    problems: [404],
  },
})
