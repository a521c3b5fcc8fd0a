import { calendar, changeEffect } from '../calendar/calendar.ts'
import { availabilityRequest, changeRequest } from '../calendar/change.ts'
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
  changeAvailability: {
    method: 'POST',
    path: '/calendar/availability',
    access: { staff: 'change-availability' },
    body: availabilityRequest,
    answers: { 200: changeEffect },
  },
} as const satisfies Calls
