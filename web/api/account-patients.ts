import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type AccountPatientChange, accountPatient, type NewAccountPatient } from '#contract/patient/account-patient.ts'
import { type CodeRequest, codeSent } from '#contract/patient/text-code.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from './http/call.ts'

export const accountPatientsKey = ['persons']

/** The people for whom the account with this email may act, its own patient first. */
export const accountPatientsOf = (email: string) =>
  queryOptions({
    queryKey: [...accountPatientsKey, email],
    queryFn: async () => call('GET /account/patients', z.array(accountPatient), { token: await bearer(email) }),
    meta: { endsSession: true },
  })

/** Refetches the people after a change. */
export const refreshAccountPatients = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: accountPatientsKey })

/** Adds a person for whom the account may act. */
export const postAccountPatient = async (email: string, form: NewAccountPatient) =>
  call('POST /account/patients', accountPatient, { body: form, token: await bearer(email) })

/** Changes the data of a person. */
export const patchAccountPatient = async (email: string, id: string, change: AccountPatientChange) =>
  call('PATCH /account/patients/:id', accountPatient, { params: { id }, body: change, token: await bearer(email) })

/** Sends a code to the phone number to which text messages about a person go. */
export const postTextCode = async (email: string, id: string) =>
  call('POST /account/patients/:id/text-code', codeSent, { params: { id }, token: await bearer(email) })

/** Enters that code, and chooses text messages. */
export const postTextCodeEntry = async (email: string, id: string, body: CodeRequest) =>
  call('POST /account/patients/:id/text-code/confirm', accountPatient, {
    params: { id },
    body,
    token: await bearer(email),
  })

/** Ends that the account may act for a person. */
export const deleteAccountPatient = async (email: string, id: string) =>
  send('DELETE /account/patients/:id', { params: { id }, token: await bearer(email) })
