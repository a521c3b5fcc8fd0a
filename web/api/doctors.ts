import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DoctorQuery, NewDoctor } from '#contract/doctor.ts'
import { doctorAdded, receivedDoctor } from '#contract/received-doctor.ts'
import { bearer } from '#web/api/token/token.ts'
import { calendarKey } from './calendar.ts'
import { call, callList } from './http/call.ts'

const doctorsKey = ['doctors']

/** One page of the doctors, as `admin` sees them. Keeps the previous page while it loads. */
export function doctorsOf(admin: string, { search, page, limit }: Omit<DoctorQuery, 'sort'>) {
  const query = { search, page, limit }
  return queryOptions({
    queryKey: [...doctorsKey, admin, JSON.stringify(query)],
    queryFn: async () => callList('GET /doctor', receivedDoctor, { query, token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Adds a doctor and returns the new id. */
export async function postDoctor(admin: string, doctor: NewDoctor): Promise<string> {
  return (await call('POST /doctor', doctorAdded, { body: doctor, token: await bearer(admin) })).insertedId
}

/** Refetches the doctors after one was added or deleted, and the calendar, which depends on them. */
export async function refreshDoctors(client: QueryClient): Promise<void> {
  await Promise.all([doctorsKey, calendarKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
