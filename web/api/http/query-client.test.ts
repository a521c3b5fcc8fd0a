import { expect, test, vi } from 'vitest'
import { ApiError, toProblem, UnreadableError } from './errors.ts'
import { adminKey, createQueryClient, mutate } from './query-client.ts'

function openClient() {
  const onRefused = vi.fn()
  const onSignedOut = vi.fn(async () => undefined)
  const client = createQueryClient({ onRefused, onSignedOut })
  return { client, onRefused, onSignedOut, invalidate: vi.spyOn(client, 'invalidateQueries') }
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
  const { client, onRefused, onSignedOut, invalidate } = openClient()
  await requestsUntil(client, refusal(status), { endsSession: true })
  expect(onRefused).toHaveBeenCalledOnce()
  expect(onSignedOut).not.toHaveBeenCalled()
  expect(invalidate).not.toHaveBeenCalled()
})

test('a refused query with adminsOnly refetches whether this is an admin', async () => {
  const { client, onRefused, invalidate } = openClient()
  await requestsUntil(client, refusal(403), { adminsOnly: true })
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: adminKey })
  expect(onRefused).not.toHaveBeenCalled()
})

test('a 401 after a mutation ends the session before the mutation fails', async () => {
  const { client, onRefused, onSignedOut } = openClient()
  const order: string[] = []
  onSignedOut.mockImplementation(async () => {
    await Promise.resolve()
    order.push('signed out')
    return undefined
  })
  await mutate(client, () => Promise.reject(refusal(401))).catch(() => order.push('failed'))
  expect(order).toEqual(['signed out', 'failed'])
  expect(onRefused).not.toHaveBeenCalled()
})

test.each([
  ['no permission', refusal(403)],
  ['a server error', refusal(500)],
  ['an unreadable response', new UnreadableError()],
  ['no connection', new TypeError('Failed to fetch')],
])('%s after a query or a mutation does not end the session', async (_what, error) => {
  const { client, onRefused, onSignedOut } = openClient()
  await requestsUntil(client, error)
  await expect(mutate(client, () => Promise.reject(error))).rejects.toBe(error)
  expect(onRefused).not.toHaveBeenCalled()
  expect(onSignedOut).not.toHaveBeenCalled()
})

test.each([
  ['a query is sent three times if the server is not reached', new TypeError('Failed to fetch'), 3],
  ['a refused query is not retried', refusal(404), 1],
  ['a query is not retried after a server error', refusal(503), 1],
  ['a query is not retried after an unreadable response', new UnreadableError(), 1],
])('%s', async (_what, error, requests) => {
  expect(await requestsUntil(openClient().client, error)).toBe(requests)
})

test('a mutation is sent once, also when the browser reports that it is offline', async () => {
  const request = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const { client } = openClient()
  expect(client.defaultMutationOptions()).toMatchObject({ networkMode: 'always' })
  await mutate(client, request).catch(() => undefined)
  expect(request).toHaveBeenCalledOnce()
})
