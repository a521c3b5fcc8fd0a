import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { type DoctorQuery, doctor, doctorAdded, doctorDeleted, type NewDoctor } from '#contract/doctor.ts'
import { treatment } from '#contract/treatment.ts'
import { bearer } from '#web/session/token.ts'
import { call, callList } from './client.ts'

const doctorsKey = ['doctors']

/** What the clinic offers, and so what a doctor can be a specialist in. */
export const services = queryOptions({
  queryKey: ['services'],
  queryFn: () => call(z.array(treatment), '/service'),
  staleTime: 60_000,
})

/** A page of the doctors, as `admin` sees them. The page before it is shown until it is there. */
export function doctorsOf(admin: string, { search, page, limit }: Omit<DoctorQuery, 'sort'>) {
  const query = new URLSearchParams({ search, page: String(page), limit: String(limit) })
  return queryOptions({
    queryKey: [...doctorsKey, admin, String(query)],
    queryFn: async () => callList(doctor, `/doctor?${query}`, { token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Adds a doctor; gives the new id. */
export async function postDoctor(admin: string, wanted: NewDoctor): Promise<string> {
  const options = { method: 'POST', body: wanted, token: await bearer(admin) } as const
  return (await call(doctorAdded, '/doctor', options)).insertedId
}

/** Deletes the doctor with this address; gives how many that deleted, 0 for one who is gone already. */
export async function deleteDoctor(admin: string, email: string): Promise<number> {
  const options = { method: 'DELETE', token: await bearer(admin) } as const
  return (await call(doctorDeleted, `/doctor/${encodeURIComponent(email)}`, options)).deletedCount
}

/** After a doctor was added or deleted, what was known of them is old. */
export function refreshDoctors(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: doctorsKey })
}
