import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { deskDay } from '#contract/desk/day.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'

/** Key of the queries of the desk. */
export const deskKey = ['desk']

/** A day at the desk. */
export function dayOf(admin: string, date: IsoDate) {
  return queryOptions({
    queryKey: [...deskKey, admin, date],
    queryFn: async () =>
      call(deskDay, `/desk/day?date=${encodeURIComponent(formatMediumDate(date))}`, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Refetches a day at the desk and the payments of appointments, or all that the desk shows. */
export function refreshDesk(client: QueryClient, admin: string, date?: IsoDate) {
  const keys = date ? [[date], ['payment']] : [[]]
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [...deskKey, admin, ...key] })))
}
