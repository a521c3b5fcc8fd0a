import { queryOptions } from '@tanstack/react-query'
import {
  type AcceptRequest,
  accountPatient,
  type HandOverRequest,
  ownRecord,
  type RecordClaim,
  type ShareRequest,
  sharedPatient,
} from '#contract/patient/account-patient.ts'
import { bearer } from '#web/api/token/token.ts'
import { accountPatientsKey } from './account-patients.ts'
import { call, send } from './http/call.ts'

/** Emails a link by which another account may act for a person, too. */
export const postShare = async (email: string, id: string, form: ShareRequest) =>
  send('POST /account/patients/:id/share', { params: { id }, body: form, token: await bearer(email) })

/** Emails a link by which a person takes over their own record. */
export const postHandOver = async (email: string, id: string, form: HandOverRequest) =>
  send('POST /account/patients/:id/hand-over', { params: { id }, body: form, token: await bearer(email) })

/** What such a link offers the account. */
export const sharedOf = (email: string, token: string) =>
  queryOptions({
    queryKey: ['shared-person', email, token],
    queryFn: async () =>
      call('POST /account/patients/shared', sharedPatient, { body: { token }, token: await bearer(email) }),
    retry: false,
  })

/** Accepts such a link. */
export const postAcceptance = async (email: string, body: AcceptRequest) =>
  call('POST /account/patients/accept', accountPatient, { body, token: await bearer(email) })

/** Whether the clinic has a record with the account's email that no account reaches. */
export const ownRecordOf = (email: string) =>
  queryOptions({
    queryKey: [...accountPatientsKey, email, 'own-record'],
    queryFn: async () => call('GET /account/record', ownRecord, { token: await bearer(email) }),
    meta: { endsSession: true },
  })

/** Reaches a record by its birth date or by a code of the desk. */
export const postRecordClaim = async (email: string, body: RecordClaim) =>
  call('POST /account/record', accountPatient, { body, token: await bearer(email) })

/** Agrees that another account sees the appointments of the own patient. */
export const postAgreement = async (email: string, id: string, userId: string) =>
  send('POST /account/patients/:id/accounts/:userId/agree', { params: { id, userId }, token: await bearer(email) })

/** Ends that another account may act for the own patient. */
export const deleteAccess = async (email: string, id: string, userId: string) =>
  send('DELETE /account/patients/:id/accounts/:userId', { params: { id, userId }, token: await bearer(email) })
