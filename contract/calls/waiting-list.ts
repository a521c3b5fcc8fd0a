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
import type { Calls } from '../kit/call.ts'
import { linkRequest } from '../kit/link.ts'
import { pageQuery } from '../kit/list.ts'

const entryParams = z.object({ id: z.uuid({ error: 'An entry’s id is needed' }) })

/** The calls of the waiting list for earlier times. */
export const waitingListCalls = {
  listWaiting: {
    method: 'GET',
    path: '/waiting-list',
    access: 'token',
    answers: { 200: z.array(waitingEntry) },
  },
  joinWaitingList: {
    method: 'POST',
    path: '/waiting-list',
    access: 'token',
    body: waitingRequest,
    answers: { 201: waitingJoined },
  },
  listWaitingDentists: {
    method: 'GET',
    path: '/waiting-list/dentists',
    access: 'token',
    query: dentistsQuery,
    answers: { 200: z.array(waitingDentist) },
  },
  leaveWaitingList: {
    method: 'DELETE',
    path: '/waiting-list/:id',
    access: 'token',
    params: entryParams,
    answers: { 200: waitingDone },
  },
  readWaitingOffer: {
    method: 'POST',
    path: '/waiting-list/offer',
    access: 'everyone',
    body: linkRequest,
    answers: { 200: linkedOffer },
  },
  takeOffer: {
    method: 'POST',
    path: '/waiting-list/offer/take',
    access: 'everyone',
    body: takeRequest,
    answers: { 200: offerTaken },
  },
  leaveByOffer: {
    method: 'POST',
    path: '/waiting-list/offer/leave',
    access: 'everyone',
    body: linkRequest,
    answers: { 200: waitingDone },
  },
  listWaitingForStaff: {
    method: 'GET',
    path: '/desk/waiting-list',
    access: { staff: 'keep-waiting-list' },
    query: pageQuery,
    answers: { 200: z.array(deskWaiting) },
  },
  addCaller: {
    method: 'POST',
    path: '/desk/waiting-list',
    access: { staff: 'keep-waiting-list' },
    body: callerRequest,
    answers: { 201: callerAdded },
  },
  removeWaiting: {
    method: 'DELETE',
    path: '/desk/waiting-list/:id',
    access: { staff: 'keep-waiting-list' },
    params: entryParams,
    answers: { 200: waitingDone },
  },
} as const satisfies Calls
