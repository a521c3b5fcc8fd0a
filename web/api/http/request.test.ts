import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { followDays } from '#web/api/desk/day.ts'
import { uploadPhoto } from '#web/api/photos.ts'
import { learnServerTime, serverNow } from '#web/server-clock.ts'
import { call } from './call.ts'
import { fetchFile } from './file.ts'

// However the page asks, it learns the server's time from the response, and says when nobody uses it.

// Long after any input.
const now = Date.parse('2126-11-21T12:00:00Z')
const date = new Date(now + 10 * 3_600_000).toUTCString()
let sent: Headers

/** A request that gets its response at once. */
class InstantRequest extends EventTarget {
  upload = new EventTarget()
  status = 200
  responseText = JSON.stringify({ success: true, data: { url: 'https://clinic.example/image/1' } })
  open() {}
  setRequestHeader(name: string, value: string) {
    sent.set(name, value)
  }
  getResponseHeader = (name: string) => (name.toLowerCase() === 'date' ? date : null)
  getAllResponseHeaders = () => `content-type: application/json\r\ndate: ${date}\r\n`
  send() {
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now })
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  sent = new Headers()
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent = new Headers(headers)
    return new Response('{}', { headers: { date } })
  })
  vi.stubGlobal('XMLHttpRequest', InstantRequest)
})
afterEach(() => {
  learnServerTime(new Headers({ date: new Date(now).toUTCString() }))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const { signal } = new AbortController()
const nothing = () => undefined

test.each([
  ['a call', () => call('GET /service', z.unknown())],
  ['a file', () => fetchFile('/booking/1/calendar.ics')],
  ['the stream of the desk', () => followDays('boss@example.org', { signal, onOpen: nothing, onEvent: nothing })],
  ['an upload', () => uploadPhoto('boss@example.org', new File([], 'a.png'), { signal, onProgress: nothing })],
])('%s teaches the server’s time and is marked as unattended', async (_what, request) => {
  await request()
  expect(serverNow().getTime()).toBe(Date.parse(date))
  expect(sent.get('x-unattended')).toBe('1')
})
