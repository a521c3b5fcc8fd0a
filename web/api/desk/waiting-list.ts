import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type CallerForm, callerAdded, deskWaiting } from '#contract/desk/waiting-list.ts'
import { likelyDuplicates } from '#contract/patient/record.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, callList, send } from '../http/call.ts'

const key = ['desk-waiting-list']

/** A page of those who wait for an earlier time, in order. */
export function allWaiting(admin: string, query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...key, admin, query],
    queryFn: async () => callList('GET /desk/waiting-list', deskWaiting, { query, token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Puts a patient on the list. Returns the likely duplicates of a new one instead, if there are any. @throws the
 *  server's other refusals */
export async function postCaller(admin: string, body: CallerForm) {
  const options = { body, token: await bearer(admin), readsRefusals: true }
  return call('POST /desk/waiting-list', z.union([callerAdded, likelyDuplicates]), options)
}

/** Takes somebody off the list. @throws the server's refusal */
export const removeWaiting = async (admin: string, id: string) =>
  send('DELETE /desk/waiting-list/:id', { params: { id }, token: await bearer(admin) })

/** Refetches the list. */
export const refreshWaitingList = (client: QueryClient) => client.invalidateQueries({ queryKey: key })
