import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { call, callList } from './call.ts'
import { ApiError, messageFor, UnreadableError } from './errors.ts'

// Reads whatever the types say of the answer.
const fruit = z.pipe(z.any(), z.object({ name: z.string() }))
const unreadable = 'The clinic’s server sent an answer that this page can’t read. Please try again in a minute.'
const unreached = 'The clinic’s server could not be reached. Please check your connection and try again.'

const uncertain =
  'The clinic’s server could not be reached. Please check your connection, and whether your change was saved, before you try again.'

const respondWith = (body: BodyInit | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
afterEach(() => vi.unstubAllGlobals())

const failure = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['no JSON', '<html>Welcome to the hotel’s network</html>'],
  ['JSON that does not match the schema', '{"title":"Pear"}'],
  ['no body', null],
])('a successful response with %s is an UnreadableError', async (_what, body) => {
  respondWith(body)
  const error = await failure(call('GET /service', fruit))
  expect(error).toBeInstanceOf(UnreadableError)
  expect(messageFor(error)).toBe(unreadable)
})

test('one invalid row makes a list unreadable', async () => {
  respondWith('[{"name":"Pear"},{}]')
  expect(await failure(callList('GET /service', fruit))).toBeInstanceOf(UnreadableError)
})

test('an error response that is not JSON is an ApiError', async () => {
  respondWith('<html>', { status: 502 })
  const error = await failure(call('GET /service', fruit))
  expect(error).toBeInstanceOf(ApiError)
  expect(messageFor(error)).toBe('Something went wrong on our side. Please try again in a minute.')
})

test('no response, or an incomplete one, is reported as a server that was not reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(messageFor(await failure(call('GET /service', fruit)))).toBe(unreached)
  respondWith(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'))
        controller.error(new TypeError('network error'))
      },
    }),
  )
  expect(messageFor(await failure(call('GET /service', fruit)))).toBe(unreached)
})

test('a change without an answer may be saved', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const change = () => failure(call('POST /api/auth/sign-out', fruit))
  expect(messageFor(await change())).toBe(uncertain)
  respondWith(new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) }))
  expect(messageFor(await change())).toBe(uncertain)
})

test.each([
  ['an error of the server', { status: 500, title: 'Internal Server Error', detail: 'Something went wrong.' }, true],
  ['another error', { status: 409, title: 'Conflict', detail: 'Something went wrong.' }, false],
])('%s that names its request asks for its number: %j %j', async (_what, problem, isNumbered) => {
  const body = JSON.stringify({ type: 'about:blank', ...problem, requestId: '1234-5678-9012' })
  respondWith(body, { status: problem.status, headers: { 'content-type': 'application/problem+json' } })
  const numbered = 'Something went wrong. If it happens again, tell us this number: 1234-5678-9012.'
  expect(messageFor(await failure(call('GET /service', fruit)))).toBe(isNumbered ? numbered : 'Something went wrong.')
})

test.each([
  ['an unreadable answer', 200, unreadable],
  ['an error of the server without a problem', 502, 'Something went wrong on our side. Please try again in a minute.'],
])('%s asks for the number in its header', async (_what, status, sentence) => {
  respondWith('<html>', { status, headers: { 'x-request-id': '1234-5678-9012' } })
  const numbered = `${sentence} If it happens again, tell us this number: 1234-5678-9012.`
  expect(messageFor(await failure(call('GET /service', fruit)))).toBe(numbered)
})

test('z.unknown() accepts any body', async () => {
  respondWith(null, { status: 204 })
  await expect(call('DELETE /api/auth/devices', z.unknown())).resolves.not.toThrow()
})
