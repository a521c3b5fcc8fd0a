import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import { patientParams } from '../patient/record.ts'

/** The calls that erase an account, or a patient without one. */
export const privacyCalls = {
  ...calls('account', {
    eraseAccount: {
      summary: 'Erase the account of the caller',
      method: 'POST',
      path: '/api/auth/erasure',
      access: 'confirmed-cookie',
      body: z.object({ email }),
      answers: { 204: z.undefined() },
      problems: [403, 404, 409],
    },
  }),
  ...calls('user', {
    eraseAccountOf: {
      summary: 'Erase the account of somebody who asked for it',
      method: 'POST',
      path: '/user/erasure/:email',
      access: { staff: 'erase-account', confirmed: true },
      params: z.object({ email }),
      answers: { 204: z.undefined() },
      problems: [404, 409],
    },
  }),
  ...calls('patient', {
    erasePatient: {
      summary: 'Erase a patient without an account who asked for it',
      method: 'POST',
      path: '/desk/patients/:id/erasure',
      access: { staff: 'erase-account', confirmed: true },
      params: patientParams,
      answers: { 204: z.undefined() },
      problems: [404, 409],
    },
  }),
}
