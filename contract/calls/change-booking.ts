import { z } from 'zod/mini'
import { cancelled, cancelRequest, moved, moveRequest } from '../booking/change-booking.ts'
import type { Calls } from '../kit/call.ts'

/** The calls by which patients change their appointments. */
export const bookingChangeCalls = {
  moveBooking: {
    method: 'PATCH',
    path: '/booking/:id/time',
    access: 'token',
    params: z.object({ id: z.uuid('Not a booking id') }),
    body: moveRequest,
    answers: { 200: moved },
  },
  cancelBooking: {
    method: 'POST',
    path: '/booking/:id/cancel',
    access: 'token',
    params: z.object({ id: z.uuid('Not a booking id') }),
    body: cancelRequest,
    answers: { 200: cancelled },
  },
} as const satisfies Calls
