import { z } from 'zod/mini'
import {
  attentionList,
  callRequest,
  movePlan,
  moveTimes,
  patientCalls,
  planRequest,
  resolved,
  resolvedMany,
} from '../calendar/attention.ts'
import { manyResolutions, resolution } from '../calendar/resolution.ts'
import type { Calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { comingOfAge } from '../patient/coming-of-age.ts'
import { bookingParams } from './params.ts'

const callParams = z.object({ id: z.uuid('The id of a call is needed') })

/** The calls about what needs attention: appointments that do not fit the rules, patients whom staff tell by phone, and
 *  those who come of age. */
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
  planMoves: {
    method: 'POST',
    path: '/calendar/attention/plan',
    access: { staff: 'resolve-attention' },
    body: planRequest,
    answers: { 200: movePlan },
  },
  resolveMany: {
    method: 'POST',
    path: '/calendar/attention',
    access: { staff: 'resolve-attention' },
    body: manyResolutions,
    answers: { 200: resolvedMany },
  },
  listCalls: {
    method: 'GET',
    path: '/desk/calls',
    access: { staff: 'resolve-attention' },
    answers: { 200: patientCalls },
  },
  listComingOfAge: {
    method: 'GET',
    path: '/desk/coming-of-age',
    access: { staff: 'resolve-attention' },
    answers: { 200: comingOfAge },
  },
  markCalled: {
    method: 'PATCH',
    path: '/desk/calls/:id',
    access: { staff: 'resolve-attention' },
    params: callParams,
    body: callRequest,
    answers: { 200: patientCalls },
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
