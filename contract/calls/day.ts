import { z } from 'zod/mini'
import { moveTimes } from '../calendar/attention.ts'
import {
  changedAppointment,
  deskDay,
  deskMoveRequest,
  noteRequest,
  statusRequest,
  treatmentChange,
  treatmentChoices,
} from '../desk/day.ts'
import { deskWeek, weekQuery } from '../desk/week.ts'
import type { Calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { bookingParams } from './params.ts'

const onDay = z.object({ date: mediumDate })
const change = { method: 'PATCH', params: bookingParams } as const
const mark = { ...change, access: { staff: 'mark-appointment' } } as const

/** The calls about a day and its appointments. */
export const dayCalls = {
  readDay: {
    method: 'GET',
    path: '/desk/day',
    access: { staff: 'read-day' },
    query: onDay,
    answers: { 200: deskDay },
  },
  readWeek: {
    method: 'GET',
    path: '/desk/week',
    access: { staff: 'read-day' },
    query: weekQuery,
    answers: { 200: deskWeek },
  },
  listDeskTimes: {
    method: 'GET',
    path: '/desk/appointments/:id/times',
    access: { staff: 'change-appointment' },
    params: bookingParams,
    query: onDay,
    answers: { 200: moveTimes },
  },
  markAppointment: {
    ...mark,
    path: '/desk/appointments/:id/status',
    body: statusRequest,
    answers: { 200: changedAppointment },
  },
  noteAppointment: {
    ...mark,
    path: '/desk/appointments/:id/note',
    body: noteRequest,
    answers: { 200: changedAppointment },
  },
  listTreatmentChoices: {
    method: 'GET',
    path: '/desk/appointments/:id/treatments',
    access: { staff: 'change-appointment' },
    params: bookingParams,
    answers: { 200: treatmentChoices },
  },
  changeTreatment: {
    ...change,
    access: { staff: 'change-appointment' },
    path: '/desk/appointments/:id/treatment',
    body: treatmentChange,
    answers: { 200: changedAppointment },
  },
  moveAppointment: {
    ...change,
    access: { staff: 'change-appointment' },
    path: '/desk/appointments/:id/time',
    body: deskMoveRequest,
    answers: { 200: changedAppointment },
  },
} as const satisfies Calls
