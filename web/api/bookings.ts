import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Booking, type BookingForm, booking, bookingAnswer } from '#contract/booking/booking.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'
import { ApiError } from './http/errors.ts'

const bookingsKey = ['bookings']

/** The bookings of `patient` that are not cancelled. */
export function bookingsOf(patient: string) {
  return queryOptions({ ...allBookingsOf(patient), select: withoutCancelled })
}

/** The cancelled bookings of `patient`. */
export function cancelledBookingsOf(patient: string) {
  return queryOptions({ ...allBookingsOf(patient), select: onlyCancelled })
}

const withoutCancelled = (bookings: Booking[]) => bookings.filter(({ cancelledAt }) => cancelledAt === undefined)
const onlyCancelled = (bookings: Booking[]) => bookings.filter(({ cancelledAt }) => cancelledAt !== undefined)

function allBookingsOf(patient: string) {
  return queryOptions({
    queryKey: [...bookingsKey, patient],
    queryFn: async () => {
      const path = `/booking?patient=${encodeURIComponent(patient)}&cancelled=true`
      return call(z.array(booking), path, { token: await bearer(patient) })
    },
    meta: { endsSession: true },
  })
}

/** One booking of `patient`; null if none of theirs has this id. */
export function bookingById(patient: string, id: string) {
  return queryOptions({
    queryKey: [...bookingsKey, patient, id],
    queryFn: () => getBooking(patient, id),
    meta: { endsSession: true },
  })
}

/** Fetches a booking past the cache and updates the cache. Times out after ten seconds. */
export async function fetchBooking(client: QueryClient, patient: string, id: string): Promise<Booking | null> {
  const found = await getBooking(patient, id, 10_000)
  client.setQueryData(bookingById(patient, id).queryKey, found)
  return found
}

async function getBooking(patient: string, id: string, timeoutMs?: number): Promise<Booking | null> {
  const options = { token: await bearer(patient), ...(timeoutMs !== undefined && { timeoutMs }) }
  return call(booking, `/booking/${encodeURIComponent(id)}`, options).catch(nullWhenUnknown)
}

/** Books. A refusal with `success: false` is returned, not thrown. */
export async function postBooking(form: BookingForm) {
  const token = await bearer(form.patient)
  return call(bookingAnswer, '/booking', { method: 'POST', body: form, token, readsRefusals: true })
}

/** Refetches the bookings. */
export const refreshBookings = (client: QueryClient) => client.invalidateQueries({ queryKey: bookingsKey })

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && [400, 404].includes(error.problem.status)) return null
  throw error
}
