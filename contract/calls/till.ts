import { till, tillCloses, tillQuery, tillToClose } from '../desk/till.ts'
import { calls } from '../kit/call.ts'
import { pageQuery } from '../kit/list.ts'

/** The calls about the till and its days. */
export const tillCalls = calls('desk', {
  readTill: {
    summary: 'What came in and went out since the last closed day, or on days that were closed',
    method: 'GET',
    path: '/desk/till',
    access: { staff: 'read-till' },
    query: tillQuery,
    answers: { 200: till },
    problems: [404],
  },
  closeTill: {
    summary: 'Close the open days of the till through a day',
    method: 'POST',
    path: '/desk/till/close',
    access: { staff: 'close-day' },
    body: tillToClose,
    answers: { 200: till },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether the day was closed. Look at it before you try again.',
  },
  listTillCloses: {
    summary: 'The closed days of the till, the latest first',
    method: 'GET',
    path: '/desk/till/closes',
    access: { staff: 'read-till' },
    query: pageQuery,
    answers: { 200: tillCloses },
  },
})
