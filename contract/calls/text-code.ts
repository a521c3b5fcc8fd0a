import { calls } from '../kit/call.ts'
import { accountPatient, accountPatientParams } from '../patient/account-patient.ts'
import { codeRequest, codeSent } from '../patient/text-code.ts'

/** The calls by which an account proves that it has the phone number to which text messages about a person go. */
export const textCodeCalls = calls('account', {
  sendTextCode: {
    summary: 'Send a code to the phone number to which text messages about a person go',
    method: 'POST',
    path: '/account/patients/:id/text-code',
    access: 'token',
    params: accountPatientParams,
    answers: { 201: codeSent },
    problems: [400, 403, 404, 409, 429, 503],
  },
  confirmTextCode: {
    summary: 'Enter the code, and choose text messages for the person',
    method: 'POST',
    path: '/account/patients/:id/text-code/confirm',
    access: 'token',
    params: accountPatientParams,
    body: codeRequest,
    answers: { 200: accountPatient },
    problems: [403, 404, 409],
  },
})
