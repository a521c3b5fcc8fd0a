import { z } from 'zod/mini'
import { attentionList, moveTimes, resolved } from '../calendar/attention.ts'
import { resolution } from '../calendar/resolution.ts'
import type { Calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { bookingParams } from './params.ts'

/** The calls about appointments that do not fit the rules. */
export const attentionCalls = {
  listAttention: {
    method: 'GET',
    path: '/calendar/attention',
    access: { staff: 'resolve-attention' },
    answers: { 200: attentionList },
  },
  listMoveTimes: {
    method: 'GET',
    path: '/calendar/attention/:id/times',
    access: { staff: 'resolve-attention' },
    params: bookingParams,
    query: z.object({ date: mediumDate }),
    answers: { 200: moveTimes },
  },
  resolveAttention: {
    method: 'POST',
    path: '/calendar/attention/:id',
    access: { staff: 'resolve-attention' },
    params: bookingParams,
    body: resolution,
    answers: { 200: resolved },
  },
} as const satisfies Calls
