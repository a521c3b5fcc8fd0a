import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call, callList } from './call.ts'
import { ApiError, messageFor, UnreadableError } from './errors.ts'

const fruit = z.object({ name: z.string() })
const unreadable = 'The clinic’s server sent an answer that this page can’t read. Please try again in a minute.'
const unreached = 'The clinic’s server could not be reached. Please check your connection and try again.'

const answerWith = (body: BodyInit | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
afterEach(() => vi.unstubAllGlobals())

const failure = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['no JSON', '<html>Welcome to the hotel’s network</html>'],
  ['JSON that the schema does not fit', '{"title":"Pear"}'],
  ['no body', null],
])('a success with %s is unreadable, and says so', async (_what, body) => {
  answerWith(body)
  const error = await failure(call(fruit, '/fruit'))
  expect(error).toBeInstanceOf(UnreadableError)
  expect(messageFor(error)).toBe(unreadable)
})

test('one row of a list that the schema does not fit makes the list unreadable', async () => {
  answerWith('[{"name":"Pear"},{}]')
  expect(await failure(callList(fruit, '/fruit'))).toBeInstanceOf(UnreadableError)
})

test('a refusal that is no JSON is a refusal', async () => {
  answerWith('<html>', { status: 502 })
  const error = await failure(call(fruit, '/fruit'))
  expect(error).toBeInstanceOf(ApiError)
  expect(messageFor(error)).toBe('Something went wrong on our side. Please try again in a minute.')
})

test('no answer, or half of one, is a server that was not reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(messageFor(await failure(call(fruit, '/fruit')))).toBe(unreached)
  answerWith(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'))
        controller.error(new TypeError('network error'))
      },
    }),
  )
  expect(messageFor(await failure(call(fruit, '/fruit')))).toBe(unreached)
})

test('what nobody reads may be anything', async () => {
  answerWith(null, { status: 204 })
  await expect(call(z.unknown(), '/fruit', { method: 'DELETE' })).resolves.not.toThrow()
})
