import { calendar, changeEffect } from '../calendar/calendar.ts'
import { availabilityRequest, changeRequest } from '../calendar/change.ts'
import { calls } from '../kit/call.ts'

/** The calls about the clinic’s rules. */
export const calendarCalls = calls('calendar', {
  readCalendar: {
    summary: 'The clinic’s hours, treatments, doctors and chairs',
    method: 'GET',
    path: '/calendar',
    access: { staff: 'read-calendar' },
    answers: { 200: calendar },
  },
  changeCalendar: {
    summary: 'Change the clinic’s rules, or preview what a change does to appointments',
    method: 'POST',
    path: '/calendar',
    access: { staff: 'change-calendar' },
    body: changeRequest,
    answers: { 200: changeEffect },
    problems: [409],
  },
  changeAvailability: {
    summary: 'Add or remove absences and blocks, or preview what that does to appointments',
    method: 'POST',
    path: '/calendar/availability',
    access: { staff: 'change-availability' },
    body: availabilityRequest,
    answers: { 200: changeEffect },
    problems: [409],
  },
})
