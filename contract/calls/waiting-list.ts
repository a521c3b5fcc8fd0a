import { z } from 'zod/mini'
import {
  dentistsQuery,
  waitingDentist,
  waitingDone,
  waitingEntry,
  waitingJoined,
  waitingRequest,
} from '../booking/waiting-list.ts'
import { linkedOffer, offerTaken, takeRequest } from '../booking/waiting-offer.ts'
import { callerAdded, callerRequest, deskWaiting } from '../desk/waiting-list.ts'
import { calls } from '../kit/call.ts'
import { linkRequest } from '../kit/link.ts'
import { pageQuery } from '../kit/list.ts'

const entryParams = z.object({ id: z.uuid({ error: 'An entry’s id is needed' }) })

/** The calls of the waiting list for earlier times. */
export const waitingListCalls = {
  ...calls('waiting list', {
    listWaiting: {
      summary: 'What the people of the account wait for',
      method: 'GET',
      path: '/waiting-list',
      access: 'token',
      answers: { 200: z.array(waitingEntry) },
    },
    joinWaitingList: {
      summary: 'Wait for an earlier time; again for the same treatment replaces what one waits for',
      method: 'POST',
      path: '/waiting-list',
      access: 'token',
      body: waitingRequest,
      answers: { 201: waitingJoined },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether you are on the list. Look at My Appointments before you try again.',
    },
    listWaitingDentists: {
      summary: 'The dentists who perform a treatment',
      method: 'GET',
      path: '/waiting-list/dentists',
      access: 'token',
      query: dentistsQuery,
      answers: { 200: z.array(waitingDentist) },
    },
    leaveWaitingList: {
      summary: 'Stop waiting for an earlier time',
      method: 'DELETE',
      path: '/waiting-list/:id',
      access: 'token',
      params: entryParams,
      answers: { 200: waitingDone },
      problems: [404],
    },
    readWaitingOffer: {
      summary: 'The earlier time of a link in an email',
      method: 'POST',
      path: '/waiting-list/offer',
      access: 'everyone',
      body: linkRequest,
      answers: { 200: linkedOffer },
      problems: [404],
    },
    takeOffer: {
      summary: 'Book the earlier time of a link in an email, or move the appointment there',
      method: 'POST',
      path: '/waiting-list/offer/take',
      access: 'everyone',
      body: takeRequest,
      answers: { 200: offerTaken },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether you got this time. Open the link in your email again.',
    },
    leaveByOffer: {
      summary: 'Leave the waiting list by a link in an email',
      method: 'POST',
      path: '/waiting-list/offer/leave',
      access: 'everyone',
      body: linkRequest,
      answers: { 200: waitingDone },
      problems: [404],
    },
  }),
  ...calls('desk', {
    listWaitingForStaff: {
      summary: 'A page of those who wait for an earlier time, in order, with what was offered to them',
      method: 'GET',
      path: '/desk/waiting-list',
      access: { staff: 'keep-waiting-list' },
      query: pageQuery,
      answers: { 200: z.array(deskWaiting) },
    },
    addCaller: {
      summary: 'Put a patient, known or new, on the waiting list',
      method: 'POST',
      path: '/desk/waiting-list',
      access: { staff: 'keep-waiting-list' },
      body: callerRequest,
      answers: { 201: callerAdded },
      problems: [404, 409],
      ifUncertain: 'We don’t know whether they are on the list. Look at it before you try again.',
    },
    removeWaiting: {
      summary: 'Take somebody off the waiting list',
      method: 'DELETE',
      path: '/desk/waiting-list/:id',
      access: { staff: 'keep-waiting-list' },
      params: entryParams,
      answers: { 200: waitingDone },
      problems: [404],
    },
  }),
}
