import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type WaitingForm, waitingDentist, waitingEntry, waitingJoined } from '#contract/booking/waiting-list.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from './http/call.ts'

const key = ['waiting-list']

/** What the people of the account with this email wait for. */
export const waitingOf = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: async () => call('GET /waiting-list', z.array(waitingEntry), { token: await bearer(email) }),
    meta: { endsSession: true },
  })

/** The dentists who perform a treatment. */
export const dentistsFor = (email: string, treatmentId: string) =>
  queryOptions({
    queryKey: ['waiting-list-dentists', email, treatmentId],
    queryFn: async () => {
      const query = { treatment: treatmentId }
      return call('GET /waiting-list/dentists', z.array(waitingDentist), { query, token: await bearer(email) })
    },
    staleTime: 60_000,
  })

/** Puts somebody on the list. @throws the server's refusal */
export const postWaiting = async (email: string, body: WaitingForm) =>
  (await call('POST /waiting-list', waitingJoined, { body, token: await bearer(email) })).entry

/** Takes an entry off the list. @throws the server's refusal */
export const deleteWaiting = async (email: string, id: string) =>
  send('DELETE /waiting-list/:id', { params: { id }, token: await bearer(email) })

/** Refetches what the account waits for. */
export const refreshWaiting = (client: QueryClient) => client.invalidateQueries({ queryKey: key })
