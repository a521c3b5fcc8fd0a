import { booking } from '../booking/booking.ts'
import type { Calls } from '../kit/call.ts'
import { paymentIntentRequest, paymentIntentResponse, paymentReport } from '../payment.ts'
import { bookingParams } from './params.ts'

/** The calls by which patients pay. */
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
} as const satisfies Calls
