import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import { patientParams } from '../patient/record.ts'

/** The calls that erase an account, or a patient without one. */
export const privacyCalls = {
  eraseAccount: {
    method: 'POST',
    path: '/api/auth/erasure',
    access: 'confirmed-cookie',
    body: z.object({ email }),
    answers: { 204: z.undefined() },
  },
  eraseAccountOf: {
    method: 'POST',
    path: '/user/erasure/:email',
    access: { staff: 'erase-account', confirmed: true },
    params: z.object({ email }),
    answers: { 204: z.undefined() },
  },
  erasePatient: {
    method: 'POST',
    path: '/desk/patients/:id/erasure',
    access: { staff: 'erase-account', confirmed: true },
    params: patientParams,
    answers: { 204: z.undefined() },
  },
} as const satisfies Calls
