import { z } from 'zod/mini'
import { dueForRecall, recallChange, recallChoice, recallParams, recallQuery } from '../desk/recall-list.ts'
import { calls } from '../kit/call.ts'
import { linkRequest } from '../kit/link.ts'
import { recallBooking, recallPage, recallRequest, recallSnooze, recallStop, recallStopPage } from '../recall-link.ts'

/** The calls about invitations to come back: those of the links in emails, which need no sign-in, and those of the
 *  staff. */
export const recallCalls = calls('recall', {
  readRecall: {
    summary: 'The invitation of a link in an email, with free times',
    method: 'POST',
    path: '/recall-link',
    access: 'everyone',
    body: recallRequest,
    answers: { 200: recallPage },
    problems: [404],
  },
  bookByRecall: {
    summary: 'Book a time by the link in an invitation',
    method: 'POST',
    path: '/recall-link/book',
    access: 'everyone',
    body: recallBooking,
    answers: { 200: recallPage },
    problems: [404, 409],
    ifUncertain: 'We don’t know whether this was booked. Open the link in your email again before you try again.',
  },
  snoozeRecalls: {
    summary: 'Put invitations off by the link in one',
    method: 'POST',
    path: '/recall-link/snooze',
    access: 'everyone',
    body: recallSnooze,
    answers: { 200: recallPage },
    problems: [404],
  },
  stopRecalls: {
    summary: 'Stop invitations by the link in one, or start them again',
    method: 'POST',
    path: '/recall-link/stop',
    access: 'everyone',
    body: recallStop,
    answers: { 200: recallPage },
    problems: [404],
  },
  readRecallStop: {
    summary: 'Whether invitations come, by the link in one that stops them',
    method: 'POST',
    path: '/recall-stop',
    access: 'everyone',
    body: linkRequest,
    answers: { 200: recallStopPage },
    problems: [404],
  },
  changeRecallStop: {
    summary: 'Stop invitations by that link, however old it is, or start them again',
    method: 'POST',
    path: '/recall-stop/change',
    access: 'everyone',
    body: recallStop,
    answers: { 200: recallStopPage },
    problems: [404],
  },
  listRecalls: {
    summary: 'A page of the patients who are due, the longest due first',
    method: 'GET',
    path: '/desk/recalls',
    access: { staff: 'read-recalls' },
    query: recallQuery,
    answers: { 200: z.array(dueForRecall) },
  },
  readRecallChoice: {
    summary: 'Whether a patient is invited back',
    method: 'GET',
    path: '/desk/recalls/:id',
    access: { staff: 'read-recalls' },
    params: recallParams,
    answers: { 200: recallChoice },
    problems: [404],
  },
  changeRecalls: {
    summary: 'Note a call to a patient who is due, or put off, stop or start their invitations',
    method: 'POST',
    path: '/desk/recalls/:id',
    access: { staff: 'change-recalls' },
    params: recallParams,
    body: recallChange,
    answers: { 200: recallChoice },
    problems: [404],
  },
})
