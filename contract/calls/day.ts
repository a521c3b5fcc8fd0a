import { z } from 'zod/mini'
import { cancelled } from '../booking/change-booking.ts'
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
import { news, newsCount, newsCountQuery } from '../desk/news.ts'
import { patientFacts } from '../desk/patient-facts.ts'
import { staffCancelRequest } from '../desk/refund.ts'
import { manyMarked, manyMarks, unmarked } from '../desk/unmarked.ts'
import { deskWeek, weekQuery } from '../desk/week.ts'
import { calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { bookingParams } from './params.ts'

const onDay = z.object({ date: mediumDate })
const change = { method: 'PATCH', params: bookingParams } as const
const mark = { ...change, access: { staff: 'mark-appointment' } } as const

/** The calls about a day and its appointments. */
export const dayCalls = calls('desk', {
  readDay: {
    summary: 'A day’s hours, dentists and appointments',
    method: 'GET',
    path: '/desk/day',
    access: { staff: 'read-day' },
    query: onDay,
    answers: { 200: deskDay },
  },
  readWeek: {
    summary: 'The week that contains a day: how many appointments each dentist has, and those of one dentist',
    method: 'GET',
    path: '/desk/week',
    access: { staff: 'read-day' },
    query: weekQuery,
    answers: { 200: deskWeek },
  },
  readPatientFacts: {
    summary: 'What whoever treats the patient of an appointment must know: alerts, notes, age and past treatments',
    method: 'GET',
    path: '/desk/appointments/:id/patient',
    access: { staff: 'read-patient-facts' },
    params: bookingParams,
    answers: { 200: patientFacts },
    problems: [404],
  },
  listDeskTimes: {
    summary: 'The times on a day to which an appointment can move within the rules',
    method: 'GET',
    path: '/desk/appointments/:id/times',
    access: { staff: 'change-appointment' },
    params: bookingParams,
    query: onDay,
    answers: { 200: moveTimes },
    problems: [404],
  },
  cancelAppointment: {
    summary: 'Cancel an appointment for the clinic, with or without a refund',
    method: 'POST',
    path: '/desk/appointments/:id/cancel',
    access: { staff: 'cancel-appointment' },
    params: bookingParams,
    body: staffCancelRequest,
    answers: { 200: cancelled },
    problems: [403, 404, 409],
    ifUncertain: 'We don’t know whether this was cancelled. Look at the day before you try again.',
  },
  markAppointment: {
    summary: 'Mark an appointment as arrived, done or a no-show, or undo that',
    ...mark,
    path: '/desk/appointments/:id/status',
    body: statusRequest,
    answers: { 200: changedAppointment },
    problems: [404, 409],
  },
  listUnmarked: {
    summary: 'The appointments that are over and of which nobody has said whether the patient came',
    method: 'GET',
    path: '/desk/unmarked',
    access: { staff: 'mark-appointment' },
    answers: { 200: unmarked },
  },
  markAppointments: {
    summary: 'Mark several appointments at once, each that still has the status that the page showed',
    method: 'POST',
    path: '/desk/appointments/marks',
    access: { staff: 'mark-appointment' },
    body: manyMarks,
    answers: { 200: manyMarked },
    ifUncertain: 'We don’t know which appointments were marked. Look at the day before you try again.',
  },
  listNews: {
    summary: 'What others did to the calendar in the last 24 hours, patients too',
    method: 'GET',
    path: '/desk/news',
    access: { staff: 'read-news' },
    answers: { 200: news },
  },
  countNews: {
    summary: 'How much others did since an instant, at most 24 hours ago',
    method: 'GET',
    path: '/desk/news/count',
    access: { staff: 'read-news' },
    query: newsCountQuery,
    answers: { 200: newsCount },
  },
  noteAppointment: {
    summary: 'Replace the clinic’s own note of an appointment',
    ...mark,
    path: '/desk/appointments/:id/note',
    body: noteRequest,
    answers: { 200: changedAppointment },
    problems: [404, 409],
  },
  listTreatmentChoices: {
    summary: 'The treatments that an appointment can become at its start',
    method: 'GET',
    path: '/desk/appointments/:id/treatments',
    access: { staff: 'change-appointment' },
    params: bookingParams,
    answers: { 200: treatmentChoices },
    problems: [404],
  },
  changeTreatment: {
    summary: 'Change the treatment of an appointment, with its length and price',
    ...change,
    access: { staff: 'change-appointment' },
    path: '/desk/appointments/:id/treatment',
    body: treatmentChange,
    answers: { 200: changedAppointment },
    problems: [403, 404, 409],
    ifUncertain: 'We don’t know whether this was changed. Look at the day before you try again.',
  },
  moveAppointment: {
    summary: 'Move an appointment to another time or dentist, also in spite of the rules',
    ...change,
    access: { staff: 'change-appointment' },
    path: '/desk/appointments/:id/time',
    body: deskMoveRequest,
    answers: { 200: changedAppointment },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether this was moved. Look at the day before you try again.',
  },
})
