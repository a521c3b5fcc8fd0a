import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Booking, type BookingForm, booking, bookingAnswer } from '#contract/booking.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'
import { ApiError } from './http/errors.ts'

const bookingsKey = ['bookings']

/** The appointments of `patient`. */
export function bookingsOf(patient: string) {
  return queryOptions({
    queryKey: [...bookingsKey, patient],
    queryFn: async () =>
      call(z.array(booking), `/booking?patient=${encodeURIComponent(patient)}`, { token: await bearer(patient) }),
    meta: { endsSession: true },
  })
}

/** One appointment of `patient`, null when there is none of theirs with this id. */
export function bookingById(patient: string, id: string) {
  return queryOptions({
    queryKey: [...bookingsKey, patient, id],
    queryFn: () => getBooking(patient, id),
    meta: { endsSession: true },
  })
}

/** Fetches the same from the server, past the cache. Gives up after ten seconds. */
export async function fetchBooking(client: QueryClient, patient: string, id: string): Promise<Booking | null> {
  const found = await getBooking(patient, id, 10_000)
  client.setQueryData(bookingById(patient, id).queryKey, found)
  return found
}

async function getBooking(patient: string, id: string, timeoutMs?: number): Promise<Booking | null> {
  const options = { token: await bearer(patient), ...(timeoutMs !== undefined && { timeoutMs }) }
  return call(booking, `/booking/${encodeURIComponent(id)}`, options).catch(nullWhenUnknown)
}

/** Books. A refusal with `success: false` is an answer, not an error, whatever its status. */
export async function postBooking(wanted: BookingForm) {
  const token = await bearer(wanted.patient)
  return call(bookingAnswer, '/booking', { method: 'POST', body: wanted, token, readsRefusals: true })
}

/** Refetches the appointments. */
export function refreshBookings(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: bookingsKey })
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && (error.problem.status === 404 || error.problem.status === 400)) return null
  throw error
}
