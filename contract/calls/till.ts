import { dayCloses, dayToClose, till, tillQuery } from '../desk/till.ts'
import type { Calls } from '../kit/call.ts'
import { pageQuery } from '../kit/list.ts'

/** The calls about the till and its days. */
export const tillCalls = {
  readTill: {
    method: 'GET',
    path: '/desk/till',
    access: { staff: 'read-till' },
    query: tillQuery,
    answers: { 200: till },
  },
  closeDay: {
    method: 'POST',
    path: '/desk/till/close',
    access: { staff: 'close-day' },
    body: dayToClose,
    answers: { 200: till },
  },
  listDayCloses: {
    method: 'GET',
    path: '/desk/till/closes',
    access: { staff: 'read-till' },
    query: pageQuery,
    answers: { 200: dayCloses },
  },
} as const satisfies Calls
