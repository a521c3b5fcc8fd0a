import { clinicAnswer, clinicChange, zoneChange, zoneEffect } from '../clinic.ts'
import type { Calls } from '../kit/call.ts'
import { firstAdmin, setUpResponse } from '../set-up.ts'

/** The calls by which admins read and change what the clinic says about itself, and set it up. */
export const clinicCalls = {
  readClinic: { method: 'GET', path: '/clinic', access: { staff: 'read-clinic' }, answers: { 200: clinicAnswer } },
  changeClinic: {
    method: 'PATCH',
    path: '/clinic',
    access: { staff: 'change-clinic' },
    body: clinicChange,
    answers: { 200: clinicAnswer },
  },
  changeTimeZone: {
    method: 'POST',
    path: '/clinic/time-zone',
    access: { staff: 'change-clinic' },
    body: zoneChange,
    answers: { 200: zoneEffect },
  },
  setUp: {
    method: 'POST',
    path: '/clinic/first-admin',
    access: 'everyone',
    body: firstAdmin,
    answers: { 201: setUpResponse },
  },
} as const satisfies Calls
