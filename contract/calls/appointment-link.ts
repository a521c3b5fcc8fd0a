import {
  linkCancelRequest,
  linkedAppointment,
  linkIntentRequest,
  linkMoved,
  linkMoveRequest,
  linkPaymentReport,
} from '../booking/appointment-link.ts'
import { cancelled } from '../booking/change-booking.ts'
import { calls } from '../kit/call.ts'
import { linkRequest } from '../kit/link.ts'
import { paymentIntentResponse } from '../payment.ts'

/** The calls of links in emails, which need no sign-in. */
export const linkCalls = {
  ...calls('booking', {
    readLinkedAppointment: {
      summary: 'The appointment of a link in an email',
      method: 'POST',
      path: '/appointment-link',
      access: 'everyone',
      body: linkRequest,
      answers: { 200: linkedAppointment },
      problems: [404],
    },
    moveLinkedAppointment: {
      summary: 'Move the appointment of a link in an email',
      method: 'POST',
      path: '/appointment-link/move',
      access: 'everyone',
      body: linkMoveRequest,
      answers: { 200: linkMoved },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether this was moved. Open the link in your email again before you try again.',
    },
    cancelLinkedAppointment: {
      summary: 'Cancel the appointment of a link in an email; a payment is refunded',
      method: 'POST',
      path: '/appointment-link/cancel',
      access: 'everyone',
      body: linkCancelRequest,
      answers: { 200: cancelled },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether this was cancelled. Open the link in your email again before you try again.',
    },
  }),
  ...calls('payment', {
    createLinkedIntent: {
      summary: 'Begin to pay for the appointment of a link in an email',
      method: 'POST',
      path: '/appointment-link/payment-intent',
      access: 'everyone',
      body: linkIntentRequest,
      answers: { 200: paymentIntentResponse },
      problems: [404, 409],
    },
    reportLinkedPayment: {
      summary: 'Report that the appointment of a link in an email was paid',
      method: 'POST',
      path: '/appointment-link/payment',
      access: 'everyone',
      body: linkPaymentReport,
      answers: { 200: linkedAppointment },
      problems: [402, 404, 409],
      ifUncertain:
        'We don’t know whether your payment was recorded. Open the link in your email again before you pay again.',
    },
  }),
}
