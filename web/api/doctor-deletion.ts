import { queryOptions } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import { doctorDeleted } from '#contract/received-doctor.ts'
import { bearer } from '#web/api/token/token.ts'
import { postChange } from './calendar.ts'
import { call } from './http/call.ts'

/** What the deletion of the doctor with this email does to appointments; null if there is no such doctor. Never
 *  cached. */
export function deletionOf(admin: string, email: string) {
  return queryOptions({
    queryKey: ['doctor-deletion', admin, email],
    queryFn: async () => {
      const { version, doctors } = await call('GET /calendar', calendar, { token: await bearer(admin) })
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

/** Deletes the doctor with this email; with `tellPatients`, patients who get another dentist are told by email. Returns
 *  the number of doctors deleted, 0 if another admin was faster. */
export async function deleteDoctor(
  admin: string,
  email: string,
  { tellPatients }: { tellPatients: boolean },
): Promise<number> {
  const query = { tellPatients: tellPatients ? 'true' : undefined }
  const options = { params: { email }, query, token: await bearer(admin) }
  return (await call('DELETE /doctor/:email', doctorDeleted, options)).deletedCount
}
