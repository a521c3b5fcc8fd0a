import { z } from 'zod/mini'
import { feedAddress } from '../calendar/feed.ts'
import type { Calls } from '../kit/call.ts'

const doctorParams = z.object({ id: z.uuid('Not a doctor’s id') })

/** The calls about calendar feeds. */
export const feedCalls = {
  getOwnFeed: { method: 'PUT', path: '/calendar/feed', access: 'token', answers: { 200: feedAddress } },
  renewOwnFeed: { method: 'POST', path: '/calendar/feed/renew', access: 'token', answers: { 200: feedAddress } },
  getDoctorFeed: {
    method: 'PUT',
    path: '/calendar/feed/doctor/:id',
    access: { staff: 'change-calendar' },
    params: doctorParams,
    answers: { 200: feedAddress },
  },
  renewDoctorFeed: {
    method: 'POST',
    path: '/calendar/feed/doctor/:id/renew',
    access: { staff: 'change-calendar' },
    params: doctorParams,
    answers: { 200: feedAddress },
  },
} as const satisfies Calls
