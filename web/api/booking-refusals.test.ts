import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { postBooking } from './bookings.ts'
import { ApiError } from './http/errors.ts'

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => 'token' }))
afterEach(() => vi.unstubAllGlobals())

const booking = { date: 'Nov 24, 2026', slot: '08.00 AM - 08.30 AM' }
const form = { ...booking, treatmentId: '00000000-0000-4000-8000-000000000001', price: 59, patient: 'ada@example.com' }
const respondWith = (status: number, body: object, type = 'application/json') =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers: { 'content-type': type } }))
const problem = (status: number, errors?: object) => ({
  type: 'about:blank',
  title: 'Refused',
  status,
  detail: 'It was refused.',
  ...(errors && { errors }),
})

test.each([
  [400, { patient: 'You have as many upcoming appointments as an account can have; call us for more' }],
  [400, { slot: 'This slot has already begun; choose a later one' }],
  [400, { slot: 'This treatment has no such slot on this day; choose another one' }],
  [409, undefined],
  [503, undefined],
])('a problem with status %i that carries the wanted time is no clash', async (status, errors) => {
  const refusal = { ...problem(status, errors), success: false, booking }
  respondWith(status, refusal, 'application/problem+json')
  const failed = postBooking(form)
  await expect(failed).rejects.toBeInstanceOf(ApiError)
  await expect(failed).rejects.toMatchObject({ problem: problem(status, errors) })
})

test.each([400, 409, 200])('a clash is told by its body, with status %i', async (status) => {
  respondWith(status, { success: false, booking })
  expect(await postBooking(form)).toEqual({ success: false, booking })
})
