import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type BookingForm, booking, bookingAnswer } from '#contract/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/clinic-date.ts'
import { treatment } from '#contract/treatment.ts'
import { bearer } from '#web/session/token.ts'
import { adminKey } from './admin.ts'
import { ApiError, call, isUnauthorised } from './client.ts'

const keys = {
  available: ['available'],
  bookings: ['bookings'],
}

/** The treatments with the slots still free on `date`. Looked at again every minute: slots begin, and others book. */
export function availableOn(date: IsoDate) {
  return queryOptions({
    queryKey: [...keys.available, date],
    queryFn: () => call(z.array(treatment), `/available?date=${encodeURIComponent(formatMediumDate(date))}`),
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}

/** The appointments of `patient`. */
export function bookingsOf(patient: string) {
  return queryOptions({
    queryKey: [...keys.bookings, patient],
    queryFn: async () =>
      call(z.array(booking), `/booking?patient=${encodeURIComponent(patient)}`, { token: await bearer(patient) }),
    meta: { endsSession: true },
  })
}

/** One appointment of `patient`, null when there is none of theirs with this id. */
export function bookingById(patient: string, id: string) {
  return queryOptions({
    queryKey: [...keys.bookings, patient, id],
    queryFn: async () => {
      const token = await bearer(patient)
      return call(booking, `/booking/${encodeURIComponent(id)}`, { token }).catch(nullWhenUnknown)
    },
    meta: { endsSession: true },
  })
}

/** Books; a refusal that the contract foresees is an answer, not an error. */
export async function postBooking(wanted: BookingForm) {
  const token = await bearer(wanted.patient)
  return call(bookingAnswer, '/booking', { method: 'POST', body: wanted, token, alsoRead: 409 })
}

/** After a booking was made or refused, what was known of free slots and of appointments is old. */
export function refreshAfterBooking(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: keys.available }),
    client.invalidateQueries({ queryKey: keys.bookings }),
  ])
}

/** What the pages behind the login know of the server. `onUnauthorised` is called when a query that ends the session is refused;
 *  when one for admins is, it is asked again whether this is an admin. */
export function createQueryClient(onUnauthorised: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.endsSession && isUnauthorised(error)) onUnauthorised()
        if (query.meta?.adminsOnly && isUnauthorised(error)) void client.invalidateQueries({ queryKey: adminKey })
      },
    }),
    defaultOptions: { queries: { retry: (failures, error) => failures < 2 && !(error instanceof ApiError) } },
  })
  return client
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && (error.problem.status === 404 || error.problem.status === 400)) return null
  throw error
}
