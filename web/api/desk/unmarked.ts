import { queryOptions } from '@tanstack/react-query'
import type { SettableStatus } from '#contract/desk/day.ts'
import { type ManyMarked, manyMarked, unmarked } from '#contract/desk/unmarked.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

/** The appointments of the last days that are over and not marked. */
export function unmarkedOf(staff: string) {
  return queryOptions({
    queryKey: [...deskKey, staff, 'unmarked'],
    queryFn: async () => call('GET /desk/unmarked', unmarked, { token: await bearer(staff) }),
    meta: { adminsOnly: true },
  })
}

/** Marks appointments that still have the status that the page showed. */
export async function postMarks(
  staff: string,
  status: SettableStatus,
  appointments: { _id: string; from: SettableStatus }[],
): Promise<ManyMarked['results']> {
  const options = { body: { status, appointments }, token: await bearer(staff) }
  return (await call('POST /desk/appointments/marks', manyMarked, options)).results
}
