import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { dueForRecall, type RecallChange, type RecallQuery, recallChoice } from '#contract/desk/recall-list.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, callList } from '../http/call.ts'

const key = ['recalls']

/** One page of the patients who are due. Keeps the previous page while it loads. */
export function recallsOf(admin: string, query: RecallQuery) {
  return queryOptions({
    queryKey: [...key, admin, JSON.stringify(query)],
    queryFn: async () => callList('GET /desk/recalls', dueForRecall, { query, token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Whether a patient is invited back. */
export function recallChoiceOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...key, admin, 'of', id],
    queryFn: async () => call('GET /desk/recalls/:id', recallChoice, { params: { id }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Says what staff did about a patient's recalls. @throws the server's refusal */
export async function postRecallChange(admin: string, id: string, body: RecallChange) {
  return call('POST /desk/recalls/:id', recallChoice, { params: { id }, body, token: await bearer(admin) })
}

/** Refetches what is shown of recalls after a change. */
export function refreshRecalls(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: key })
}
