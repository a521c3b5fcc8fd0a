import { z } from 'zod/mini'
import { booking } from '../booking/booking.ts'
import { receipt, receiptQuery } from '../booking/receipt.ts'
import { noShowFee, paymentDetails, paymentsChanged, paymentToTake, priceChange, voidRequest } from '../desk/payment.ts'
import { paymentQuery, paymentsFound } from '../desk/payment-search.ts'
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

const params = z.object({ id: z.uuid('Not an id') })

/** The calls by which staff charge, take and find payments. */
export const deskPaymentCalls = {
  ...calls('desk', {
    getPayment: {
      summary: 'The charges, payments, refunds and disputes of an appointment',
      method: 'GET',
      path: '/desk/appointments/:id/payment',
      access: { staff: 'read-payment' },
      params,
      answers: { 200: paymentDetails },
      problems: [404],
    },
    takePayment: {
      summary: 'Take a payment at the desk, in full or in part',
      method: 'POST',
      path: '/desk/appointments/:id/payments',
      access: { staff: 'take-payment' },
      params,
      body: paymentToTake,
      answers: { 200: paymentsChanged },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether the payment was taken. Look at the payments before you try again.',
    },
    voidPayment: {
      summary: 'Void a payment that was taken by mistake, until its day is closed',
      method: 'POST',
      path: '/desk/payments/:id/void',
      access: { staff: 'void-payment' },
      params,
      body: voidRequest,
      answers: { 200: paymentsChanged },
      problems: [403, 404, 409],
    },
    sendReceipt: {
      summary: 'Send the receipt of a payment to the patient',
      method: 'POST',
      path: '/desk/payments/:id/receipt',
      access: { staff: 'take-payment' },
      params,
      answers: { 200: z.object({ success: z.literal(true) }) },
      problems: [404, 409],
    },
    changePrice: {
      summary: 'Change the agreed price of an appointment, and tell its patient if asked to',
      method: 'PATCH',
      path: '/desk/appointments/:id/price',
      access: { staff: 'change-price' },
      params,
      body: priceChange,
      answers: { 200: paymentsChanged },
      problems: [403, 404, 409],
    },
    chargeNoShow: {
      summary: 'Charge or waive the fee of a patient who did not come',
      method: 'POST',
      path: '/desk/appointments/:id/no-show-fee',
      access: { staff: 'change-price' },
      params,
      body: noShowFee,
      answers: { 200: paymentsChanged },
      problems: [403, 404, 409],
    },
  }),
  ...calls('payment', {
    findPayments: {
      summary: 'Payments by the number of a receipt or its last digits, or by patient',
      method: 'GET',
      path: '/desk/payments',
      access: { staff: 'read-payment' },
      query: paymentQuery,
      answers: { 200: paymentsFound },
    },
  }),
}
