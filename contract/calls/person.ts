import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import {
  acceptRequest,
  handOverRequest,
  newPerson,
  ownRecord,
  person,
  personAccountParams,
  personChange,
  personParams,
  recordClaim,
  sharedPerson,
  sharedRequest,
  shareRequest,
} from '../patient/person.ts'
import { noBody } from '../sign-in-answers.ts'

/** The calls about the people for whom the caller's account may act. */
export const personCalls = {
  listPersons: { method: 'GET', path: '/account/patients', access: 'token', answers: { 200: z.array(person) } },
  addPerson: {
    method: 'POST',
    path: '/account/patients',
    access: 'token',
    body: newPerson,
    answers: { 201: person },
  },
  changePerson: {
    method: 'PATCH',
    path: '/account/patients/:id',
    access: 'token',
    params: personParams,
    body: personChange,
    answers: { 200: person },
  },
  leavePerson: {
    method: 'DELETE',
    path: '/account/patients/:id',
    access: 'token',
    params: personParams,
    answers: { 204: noBody },
  },
  sharePerson: {
    method: 'POST',
    path: '/account/patients/:id/share',
    access: 'token',
    params: personParams,
    body: shareRequest,
    answers: { 204: noBody },
  },
  handOverPerson: {
    method: 'POST',
    path: '/account/patients/:id/hand-over',
    access: 'token',
    params: personParams,
    body: handOverRequest,
    answers: { 204: noBody },
  },
  readShared: {
    method: 'POST',
    path: '/account/patients/shared',
    access: 'token',
    body: sharedRequest,
    answers: { 200: sharedPerson },
  },
  findOwnRecord: { method: 'GET', path: '/account/record', access: 'token', answers: { 200: ownRecord } },
  claimRecord: {
    method: 'POST',
    path: '/account/record',
    access: 'token',
    body: recordClaim,
    answers: { 200: person },
  },
  agreeAccess: {
    method: 'POST',
    path: '/account/patients/:id/accounts/:userId/agree',
    access: 'token',
    params: personAccountParams,
    answers: { 204: noBody },
  },
  acceptPerson: {
    method: 'POST',
    path: '/account/patients/accept',
    access: 'token',
    body: acceptRequest,
    answers: { 200: person },
  },
  endAccess: {
    method: 'DELETE',
    path: '/account/patients/:id/accounts/:userId',
    access: 'token',
    params: personAccountParams,
    answers: { 204: noBody },
  },
} as const satisfies Calls
