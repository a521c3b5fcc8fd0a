import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type NewPerson, type PersonChange, person, type ShareRequest } from '#contract/patient/person.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from './http/call.ts'

const personsKey = ['persons']

/** The people for whom the account with this email may act, its own patient first. */
export const personsOf = (email: string) =>
  queryOptions({
    queryKey: [...personsKey, email],
    queryFn: async () => call('GET /account/patients', z.array(person), { token: await bearer(email) }),
    meta: { endsSession: true },
  })

/** Refetches the people after a change. */
export const refreshPersons = (client: QueryClient) => client.invalidateQueries({ queryKey: personsKey })

/** Adds a person for whom the account may act. */
export const postPerson = async (email: string, form: NewPerson) =>
  call('POST /account/patients', person, { body: form, token: await bearer(email) })

/** Changes the data of a person. */
export const patchPerson = async (email: string, id: string, change: PersonChange) =>
  call('PATCH /account/patients/:id', person, { params: { id }, body: change, token: await bearer(email) })

/** Ends that the account may act for a person. */
export const deletePerson = async (email: string, id: string) =>
  send('DELETE /account/patients/:id', { params: { id }, token: await bearer(email) })

/** Emails a link by which another account may act for a person, too. */
export const postShare = async (email: string, id: string, form: ShareRequest) =>
  send('POST /account/patients/:id/share', { params: { id }, body: form, token: await bearer(email) })

/** Accepts such a link. */
export const postAcceptance = async (email: string, token: string) =>
  call('POST /account/patients/accept', person, { body: { token }, token: await bearer(email) })

/** Ends that another account may act for the own patient. */
export const deleteAccess = async (email: string, id: string, userId: string) =>
  send('DELETE /account/patients/:id/accounts/:userId', { params: { id, userId }, token: await bearer(email) })
