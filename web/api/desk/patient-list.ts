import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { patientFound } from '#contract/patient/found.ts'
import type { PatientListQuery } from '#contract/patient/record.ts'
import { bearer } from '#web/api/token/token.ts'
import { callList } from '../http/call.ts'

/** Key of the queries about patients. */
export const patientsKey = ['patients']

/** One page of the patients. Keeps the previous page while it loads. */
export function patientsOf(admin: string, { search, sort, page, limit, died, staff }: PatientListQuery) {
  const query = {
    ...{ search, page, limit },
    // The server's default, which one of an earlier release does not know by its name.
    ...(sort !== 'last-name' && { sort }),
    ...(died && { died: 'true' }),
    ...(staff && { staff: 'true' }),
  }
  return queryOptions({
    queryKey: [...patientsKey, admin, 'list', JSON.stringify(query)],
    queryFn: async () => callList('GET /desk/patients/list', patientFound, { query, token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}
