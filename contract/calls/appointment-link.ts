import {
  linkCancelRequest,
  linkedAppointment,
  linkIntentRequest,
  linkMoved,
  linkMoveRequest,
  linkPaymentReport,
} from '../booking/appointment-link.ts'
import { cancelled } from '../booking/change-booking.ts'
import type { Calls } from '../kit/call.ts'
import { linkRequest } from '../kit/link.ts'
import { paymentIntentResponse } from '../payment.ts'

/** The calls of links in emails, which need no sign-in. */
export const linkCalls = {
  readLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link',
    access: 'everyone',
    body: linkRequest,
    answers: { 200: linkedAppointment },
  },
  moveLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link/move',
    access: 'everyone',
    body: linkMoveRequest,
    answers: { 200: linkMoved },
  },
  cancelLinkedAppointment: {
    method: 'POST',
    path: '/appointment-link/cancel',
    access: 'everyone',
    body: linkCancelRequest,
    answers: { 200: cancelled },
  },
  createLinkedIntent: {
    method: 'POST',
    path: '/appointment-link/payment-intent',
    access: 'everyone',
    body: linkIntentRequest,
    answers: { 200: paymentIntentResponse },
  },
  reportLinkedPayment: {
    method: 'POST',
    path: '/appointment-link/payment',
    access: 'everyone',
    body: linkPaymentReport,
    answers: { 200: linkedAppointment },
  },
} as const satisfies Calls
