import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type DoctorQuery, doctorAdded, doctorDeleted, type NewDoctor, receivedDoctor } from '#contract/doctor.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, callList } from './http/call.ts'

const doctorsKey = ['doctors']

/** A page of the doctors, for `admin`. The previous page is shown while it loads. */
export function doctorsOf(admin: string, { search, page, limit }: Omit<DoctorQuery, 'sort'>) {
  const query = new URLSearchParams({ search, page: String(page), limit: String(limit) })
  return queryOptions({
    queryKey: [...doctorsKey, admin, String(query)],
    queryFn: async () => callList(receivedDoctor, `/doctor?${query}`, { token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Adds a doctor and returns the new id. */
export async function postDoctor(admin: string, wanted: NewDoctor): Promise<string> {
  const options = { method: 'POST', body: wanted, token: await bearer(admin) } as const
  return (await call(doctorAdded, '/doctor', options)).insertedId
}

/** Deletes the doctor with this address. Returns the number of doctors deleted, 0 if another admin was faster. */
export async function deleteDoctor(admin: string, email: string): Promise<number> {
  const options = { method: 'DELETE', token: await bearer(admin) } as const
  return (await call(doctorDeleted, `/doctor/${encodeURIComponent(email)}`, options)).deletedCount
}

/** Refetches the doctors after one was added or deleted. */
export function refreshDoctors(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: doctorsKey })
}
