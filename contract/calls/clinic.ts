import { clinicAnswer, clinicChange, zoneChange, zoneEffect } from '../clinic.ts'
import { calls } from '../kit/call.ts'
import { ready } from '../ready.ts'
import { firstAdmin, setUpResponse } from '../set-up.ts'

/** The calls by which admins read and change what the clinic says about itself, and set it up. */
export const clinicCalls = calls('clinic', {
  readClinic: {
    summary: 'What the clinic says about itself',
    method: 'GET',
    path: '/clinic',
    access: { staff: 'read-clinic' },
    answers: { 200: clinicAnswer },
  },
  changeClinic: {
    summary: 'Change what the clinic says about itself',
    method: 'PATCH',
    path: '/clinic',
    access: { staff: 'change-clinic' },
    body: clinicChange,
    answers: { 200: clinicAnswer },
    problems: [409],
  },
  changeTimeZone: {
    summary: 'Change the clinic’s time zone, or preview what that does to appointments',
    method: 'POST',
    path: '/clinic/time-zone',
    access: { staff: 'change-clinic' },
    body: zoneChange,
    answers: { 200: zoneEffect },
    problems: [409],
  },
  readReady: {
    summary: 'What the clinic needs before it opens, and what is done',
    method: 'GET',
    path: '/clinic/ready',
    access: { staff: 'change-clinic' },
    answers: { 200: ready },
  },
  setUp: {
    summary: 'Make the first admin, by the link in the server’s log',
    method: 'POST',
    path: '/clinic/first-admin',
    access: 'everyone',
    body: firstAdmin,
    answers: { 201: setUpResponse },
    problems: [409],
  },
})
