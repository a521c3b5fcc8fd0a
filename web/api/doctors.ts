import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import { type DoctorQuery, doctorAdded, doctorDeleted, type NewDoctor, receivedDoctor } from '#contract/doctor.ts'
import { bearer } from '#web/api/token/token.ts'
import { calendarKey, postChange } from './admin/calendar.ts'
import { call, callList } from './http/call.ts'

const doctorsKey = ['doctors']
const deletionKey = ['doctor-deletion']

/** One page of the doctors, as `admin` sees them. Keeps the previous page while it loads. */
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
export async function postDoctor(admin: string, doctor: NewDoctor): Promise<string> {
  const options = { method: 'POST', body: doctor, token: await bearer(admin) } as const
  return (await call(doctorAdded, '/doctor', options)).insertedId
}

/** What the deletion of the doctor with this email does to appointments; null if there is no such doctor. Asked for each time anew. */
export function deletionOf(admin: string, email: string) {
  return queryOptions({
    queryKey: [...deletionKey, admin, email],
    queryFn: async () => {
      const { version, doctors } = await call(calendar, '/calendar', { token: await bearer(admin) })
      const doctorId = doctors.find((doctor) => doctor.email === email)?._id
      if (!doctorId) return null
      return postChange(admin, { version, preview: true, change: { kind: 'remove-doctor', doctorId } })
    },
    // A preview that fails must not keep the doctor from being deleted.
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Deletes the doctor with this email; with `tellPatients`, patients who get another dentist are told by email. Returns the number of doctors
 *  deleted, 0 if another admin was faster. */
export async function deleteDoctor(
  admin: string,
  email: string,
  { tellPatients }: { tellPatients: boolean },
): Promise<number> {
  const options = { method: 'DELETE', token: await bearer(admin) } as const
  const query = tellPatients ? '?tellPatients=true' : ''
  return (await call(doctorDeleted, `/doctor/${encodeURIComponent(email)}${query}`, options)).deletedCount
}

/** Refetches the doctors after one was added or deleted, and the calendar, which depends on them. */
export async function refreshDoctors(client: QueryClient): Promise<void> {
  await Promise.all([doctorsKey, calendarKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
