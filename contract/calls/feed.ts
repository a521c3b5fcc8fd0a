import { z } from 'zod/mini'
import { feedAddress } from '../calendar/feed.ts'
import { calls } from '../kit/call.ts'

const doctorParams = z.object({ id: z.uuid('Not a doctor’s id') })

/** The calls about calendar feeds. */
export const feedCalls = calls('calendar', {
  getOwnFeed: {
    summary: "The address of the caller's calendar feed, which is created on first use",
    method: 'PUT',
    path: '/calendar/feed',
    access: 'token',
    answers: { 200: feedAddress },
    problems: [403],
  },
  renewOwnFeed: {
    summary: "Give the caller's calendar feed a new address; the former one ends",
    method: 'POST',
    path: '/calendar/feed/renew',
    access: 'token',
    answers: { 200: feedAddress },
    problems: [403],
  },
  getDoctorFeed: {
    summary: "The address of a doctor's calendar feed, which is created on first use",
    method: 'PUT',
    path: '/calendar/feed/doctor/:id',
    access: { staff: 'change-calendar' },
    params: doctorParams,
    answers: { 200: feedAddress },
    problems: [404],
  },
  renewDoctorFeed: {
    summary: "Give a doctor's calendar feed a new address; the former one ends",
    method: 'POST',
    path: '/calendar/feed/doctor/:id/renew',
    access: { staff: 'change-calendar' },
    params: doctorParams,
    answers: { 200: feedAddress },
    problems: [404],
  },
})
