import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type Booking, type BookingForm, booking, bookingAnswer } from '#contract/booking.ts'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { treatment } from '#contract/treatment.ts'
import { bearer } from '#web/api/token/token.ts'
import { getAccount, getDevices } from './account.ts'
import { adminKey } from './admin.ts'
import { ApiError, call, isUnauthorised } from './client.ts'

const keys = {
  available: ['available'],
  bookings: ['bookings'],
  account: ['account'],
  devices: ['devices'],
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

/** The first of the `daysAhead` days after `date` that has free times, null if none has. The days on the way are kept for the calendar. */
export function nextFreeDay(date: IsoDate, daysAhead: number) {
  return queryOptions({
    queryKey: [...keys.available, date, 'next'],
    queryFn: async ({ client }) => {
      for (let days = 1; days <= daysAhead; days += 1) {
        const day = addDays(date, days)
        const treatments = await client.fetchQuery(availableOn(day))
        if (treatments.some(({ slots }) => slots.length > 0)) return day
      }
      return null
    },
    staleTime: 20_000,
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
    queryFn: () => getBooking(patient, id),
    meta: { endsSession: true },
  })
}

/** The same as the server has it at this moment, whatever was asked before. Gives up after a while. */
export async function lookAtBooking(client: QueryClient, patient: string, id: string): Promise<Booking | null> {
  const found = await getBooking(patient, id, 10_000)
  client.setQueryData(bookingById(patient, id).queryKey, found)
  return found
}

async function getBooking(patient: string, id: string, patienceMs?: number): Promise<Booking | null> {
  const options = { token: await bearer(patient), ...(patienceMs !== undefined && { patienceMs }) }
  return call(booking, `/booking/${encodeURIComponent(id)}`, options).catch(nullWhenUnknown)
}

/** Books. A refusal with `success: false` is an answer, not an error, whatever its status. */
export async function postBooking(wanted: BookingForm) {
  const token = await bearer(wanted.patient)
  return call(bookingAnswer, '/booking', { method: 'POST', body: wanted, token, readsRefusals: true })
}

/** After a payment, or a try at one, what was known of appointments is old. */
export function refreshAfterPayment(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: keys.bookings })
}

/** After a booking was made or refused, what was known of free slots and of appointments is old. */
export function refreshAfterBooking(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: keys.available }),
    client.invalidateQueries({ queryKey: keys.bookings }),
  ])
}

/** How the account of who is signed in stands. */
export const accountStanding = queryOptions({
  queryKey: keys.account,
  queryFn: getAccount,
  meta: { endsSession: true },
})

/** Where it is signed in. */
export const signedInDevices = queryOptions({
  queryKey: keys.devices,
  queryFn: getDevices,
  meta: { endsSession: true },
})

/** After a device was signed out. */
export function refreshDevices(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: keys.devices })
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
