import { booking } from '../booking/booking.ts'
import { receipt, receiptQuery } from '../booking/receipt.ts'
import type { Calls } from '../kit/call.ts'
import { paymentIntentRequest, paymentIntentResponse, paymentReport } from '../payment.ts'
import { bookingParams } from './params.ts'

/** The calls by which patients pay, and read what they paid. */
export const paymentCalls = {
  createPaymentIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'token',
    body: paymentIntentRequest,
    answers: { 200: paymentIntentResponse },
  },
  reportPayment: {
    method: 'PATCH',
    path: '/booking/:id',
    access: 'token',
    params: bookingParams,
    body: paymentReport,
    answers: { 200: booking },
  },
  readReceipt: {
    method: 'GET',
    path: '/booking/:id/receipt',
    access: 'token',
    params: bookingParams,
    query: receiptQuery,
    answers: { 200: receipt },
  },
} as const satisfies Calls
