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
import { calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { comingOfAge } from '../patient/coming-of-age.ts'
import { bookingParams } from './params.ts'

const callParams = z.object({ id: z.uuid('The id of a call is needed') })

/** The calls about what needs attention: appointments that do not fit the rules, patients whom staff tell by phone, and
 *  those who come of age. */
export const attentionCalls = {
  ...calls('calendar', {
    listAttention: {
      summary: 'Upcoming appointments that do not fit the clinic’s rules',
      method: 'GET',
      path: '/calendar/attention',
      access: { staff: 'resolve-attention' },
      answers: { 200: attentionList },
    },
    listMoveTimes: {
      summary: 'The times on a day to which an appointment can move',
      method: 'GET',
      path: '/calendar/attention/:id/times',
      access: { staff: 'resolve-attention' },
      params: bookingParams,
      query: z.object({ date: mediumDate }),
      answers: { 200: moveTimes },
      problems: [404],
    },
    planMoves: {
      summary: 'The best free time for each of several appointments',
      method: 'POST',
      path: '/calendar/attention/plan',
      access: { staff: 'resolve-attention' },
      body: planRequest,
      answers: { 200: movePlan },
    },
    resolveMany: {
      summary:
        'Move or cancel several appointments that do not fit the clinic’s rules, or ask their patients to choose',
      method: 'POST',
      path: '/calendar/attention',
      access: { staff: 'resolve-attention' },
      body: manyResolutions,
      answers: { 200: resolvedMany },
    },
    resolveAttention: {
      summary: 'Move, keep or cancel an appointment that does not fit the clinic’s rules',
      method: 'POST',
      path: '/calendar/attention/:id',
      access: { staff: 'resolve-attention' },
      params: bookingParams,
      body: resolution,
      answers: { 200: resolved },
      problems: [403, 404, 409],
    },
  }),
  ...calls('desk', {
    listCalls: {
      summary: 'The patients who are told by phone about a change',
      method: 'GET',
      path: '/desk/calls',
      access: { staff: 'resolve-attention' },
      answers: { 200: patientCalls },
    },
    listComingOfAge: {
      summary: 'The patients who come of age, and have not agreed to the accounts that act for them',
      method: 'GET',
      path: '/desk/coming-of-age',
      access: { staff: 'resolve-attention' },
      answers: { 200: comingOfAge },
    },
    markCalled: {
      summary: 'Note that a patient was called, or was not',
      method: 'PATCH',
      path: '/desk/calls/:id',
      access: { staff: 'resolve-attention' },
      params: callParams,
      body: callRequest,
      answers: { 200: patientCalls },
      problems: [404],
    },
  }),
}
