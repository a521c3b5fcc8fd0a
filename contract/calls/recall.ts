import { z } from 'zod/mini'
import { dueForRecall, recallChange, recallChoice, recallParams, recallQuery } from '../desk/recall.ts'
import type { Calls } from '../kit/call.ts'
import { recallBooking, recallPage, recallRequest, recallSnooze, recallStop } from '../recall.ts'

/** The calls about invitations to come back: those of the links in emails, which need no sign-in, and those of the
 *  staff. */
export const recallCalls = {
  readRecall: {
    method: 'POST',
    path: '/recall-link',
    access: 'everyone',
    body: recallRequest,
    answers: { 200: recallPage },
  },
  bookByRecall: {
    method: 'POST',
    path: '/recall-link/book',
    access: 'everyone',
    body: recallBooking,
    answers: { 200: recallPage },
  },
  snoozeRecalls: {
    method: 'POST',
    path: '/recall-link/snooze',
    access: 'everyone',
    body: recallSnooze,
    answers: { 200: recallPage },
  },
  stopRecalls: {
    method: 'POST',
    path: '/recall-link/stop',
    access: 'everyone',
    body: recallStop,
    answers: { 200: recallPage },
  },
  listRecalls: {
    method: 'GET',
    path: '/desk/recalls',
    access: { staff: 'read-recalls' },
    query: recallQuery,
    answers: { 200: z.array(dueForRecall) },
  },
  readRecallChoice: {
    method: 'GET',
    path: '/desk/recalls/:id',
    access: { staff: 'read-recalls' },
    params: recallParams,
    answers: { 200: recallChoice },
  },
  changeRecalls: {
    method: 'POST',
    path: '/desk/recalls/:id',
    access: { staff: 'change-recalls' },
    params: recallParams,
    body: recallChange,
    answers: { 200: recallChoice },
  },
} as const satisfies Calls
