import { calendar, changeEffect } from '../calendar/calendar.ts'
import { changeRequest } from '../calendar/change.ts'
import type { Calls } from '../kit/call.ts'

/** The calls about the clinic’s rules. */
export const calendarCalls = {
  readCalendar: {
    method: 'GET',
    path: '/calendar',
    access: { staff: 'read-calendar' },
    answers: { 200: calendar },
  },
  changeCalendar: {
    method: 'POST',
    path: '/calendar',
    access: { staff: 'change-calendar' },
    body: changeRequest,
    answers: { 200: changeEffect },
  },
} as const satisfies Calls
