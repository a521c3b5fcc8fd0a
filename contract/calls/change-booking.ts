import { cancelled, cancelRequest, moved, moveRequest } from '../booking/change-booking.ts'
import { calls } from '../kit/call.ts'
import { bookingParams } from './params.ts'

/** The calls by which patients change their appointments. */
export const bookingChangeCalls = calls('booking', {
  moveBooking: {
    summary: 'Move an appointment to another time',
    method: 'PATCH',
    path: '/booking/:id/time',
    access: 'token',
    params: bookingParams,
    body: moveRequest,
    answers: { 200: moved },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether this was moved. Look at My Appointments before you try again.',
  },
  cancelBooking: {
    summary: 'Cancel an appointment; a payment is refunded',
    method: 'POST',
    path: '/booking/:id/cancel',
    access: 'token',
    params: bookingParams,
    body: cancelRequest,
    answers: { 200: cancelled },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether this was cancelled. Look at My Appointments before you try again.',
  },
})
