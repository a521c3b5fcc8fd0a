import type { Calls } from '../kit/call.ts'
import { person, personParams } from '../patient/person.ts'
import { codeRequest, codeSent } from '../patient/text-code.ts'

/** The calls by which an account proves that it has the phone number to which text messages about a person go. */
export const textCodeCalls = {
  sendTextCode: {
    method: 'POST',
    path: '/account/patients/:id/text-code',
    access: 'token',
    params: personParams,
    answers: { 201: codeSent },
  },
  confirmTextCode: {
    method: 'POST',
    path: '/account/patients/:id/text-code/confirm',
    access: 'token',
    params: personParams,
    body: codeRequest,
    answers: { 200: person },
  },
} as const satisfies Calls
