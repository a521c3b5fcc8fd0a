import { expect, test, vi } from 'vitest'
import { ApiError, toProblem, UnreadableError } from './errors.ts'
import { adminKey, createQueryClient } from './query-client.ts'

function openClient() {
  const onRefused = vi.fn()
  const client = createQueryClient(onRefused)
  return { client, onRefused, invalidate: vi.spyOn(client, 'invalidateQueries') }
}

const refusal = (status: number) => new ApiError(toProblem(status, null))

/** Fails a query with `error` under the retry rule of `client`; returns the number of requests. */
async function requestsUntil(client: ReturnType<typeof createQueryClient>, error: Error, meta = {}) {
  const queryFn = vi.fn(() => Promise.reject(error))
  const { retry } = client.defaultQueryOptions({ queryKey: ['x'] })
  await client
    .fetchQuery({ queryKey: ['x', String(error)], queryFn, meta, ...(retry !== undefined && { retry }), retryDelay: 0 })
    .catch(() => undefined)
  return queryFn.mock.calls.length
}

test.each([401, 403])('a query with endsSession ends the session on %s', async (status) => {
  const { client, onRefused, invalidate } = openClient()
  await requestsUntil(client, refusal(status), { endsSession: true })
  expect(onRefused).toHaveBeenCalledOnce()
  expect(invalidate).not.toHaveBeenCalled()
})

test('a refused query with adminsOnly refetches whether this is an admin', async () => {
  const { client, onRefused, invalidate } = openClient()
  await requestsUntil(client, refusal(403), { adminsOnly: true })
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: adminKey })
  expect(onRefused).not.toHaveBeenCalled()
})

test.each([
  ['no permission', refusal(403)],
  ['a server error', refusal(500)],
  ['an unreadable response', new UnreadableError()],
  ['no connection', new TypeError('Failed to fetch')],
])('%s after a query does not end the session', async (_what, error) => {
  const { client, onRefused } = openClient()
  await requestsUntil(client, error)
  expect(onRefused).not.toHaveBeenCalled()
})

test.each([
  ['a query is sent three times if the server is not reached', new TypeError('Failed to fetch'), 3],
  ['a refused query is not retried', refusal(404), 1],
  ['a query is not retried after a server error', refusal(503), 1],
  ['a query is not retried after an unreadable response', new UnreadableError(), 1],
])('%s', async (_what, error, requests) => {
  expect(await requestsUntil(openClient().client, error)).toBe(requests)
})
