import { z } from 'zod/mini'
import { cancelled } from '../booking/change-booking.ts'
import { noShowFee, paymentDetails, paymentsChanged, paymentToTake, priceChange, voidRequest } from '../desk/payment.ts'
import { paymentQuery, paymentsFound } from '../desk/payment-search.ts'
import { refundedBooking, refundRequest, staffCancelRequest } from '../desk/refund.ts'
import { calls } from '../kit/call.ts'

const params = z.object({ id: z.uuid('Not an id') })

/** The calls of staff about payments, refunds and cancellations. */
export const refundCalls = {
  ...calls('desk', {
    cancelAppointment: {
      summary: 'Cancel an appointment for the clinic, with or without a refund',
      method: 'POST',
      path: '/desk/appointments/:id/cancel',
      access: { staff: 'cancel-appointment' },
      params: z.object({ id: z.uuid('Not an appointment id') }),
      body: staffCancelRequest,
      answers: { 200: cancelled },
      problems: [403, 404, 409],
      ifUncertain: 'We don’t know whether this was cancelled. Look at the day before you try again.',
    },
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
