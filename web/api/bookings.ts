import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Booking, BookingAnswer, BookingForm } from '#contract/booking/booking.ts'
import { receivedAnswer, receivedBooking } from '#contract/booking/received-booking.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, callAll } from './http/call.ts'
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
      const query = { patient, cancelled: 'true' }
      return callAll('GET /booking', receivedBooking, { query, token: await bearer(patient) })
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
  const options = { params: { id }, token: await bearer(patient), ...(timeoutMs !== undefined && { timeoutMs }) }
  return call('GET /booking/:id', receivedBooking, options).catch(nullWhenUnknown)
}

/** Books. A refusal with a body of its own is returned. @throws any other refusal */
export async function postBooking(form: BookingForm): Promise<BookingAnswer> {
  const token = await bearer(form.patient)
  const answer = await call('POST /booking', receivedAnswer, { body: form, token, readsRefusals: true })
  return answer.success ? { success: true, booking: answer.booking ?? (await findMade(form, token)) } : answer
}

/** Returns the booking that a success did not contain: from the list, or what the request says of it. */
async function findMade({ treatmentId, date, slot, price, ...form }: BookingForm, token: string): Promise<Booking> {
  const { patient } = form
  const [patientName, treatment, phone] = [form.patientName ?? '', form.treatment ?? '', form.phone ?? '']
  const rows = await callAll('GET /booking', receivedBooking, { query: { patient }, token }).catch(() => [])
  const made = rows.find((row) => row.treatmentId === treatmentId && row.date === date && row.slot === slot)
  return made ?? { _id: '', treatmentId, treatment, date, slot, price, patient, patientName, phone }
}

/** Adds a booking that was just made, until the bookings are refetched. */
export function addBooking(client: QueryClient, booking: Booking): void {
  client.setQueryData(allBookingsOf(booking.patient).queryKey, (known) => known && [booking, ...known])
}

/** Refetches the bookings. */
export const refreshBookings = (client: QueryClient) => client.invalidateQueries({ queryKey: bookingsKey })

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && [400, 404].includes(error.problem.status)) return null
  throw error
}
