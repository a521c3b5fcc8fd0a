import { cancelled, cancelRequest, moved, moveRequest } from '../booking/change-booking.ts'
import type { Calls } from '../kit/call.ts'
import { bookingParams } from './params.ts'

/** The calls by which patients change their appointments. */
export const bookingChangeCalls = {
  moveBooking: {
    method: 'PATCH',
    path: '/booking/:id/time',
    access: 'token',
    params: bookingParams,
    body: moveRequest,
    answers: { 200: moved },
  },
  cancelBooking: {
    method: 'POST',
    path: '/booking/:id/cancel',
    access: 'token',
    params: bookingParams,
    body: cancelRequest,
    answers: { 200: cancelled },
  },
} as const satisfies Calls
