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

/** Refetches a day at the desk, or all of them. */
export const refreshDesk = (client: QueryClient, admin: string, date?: IsoDate) =>
  client.invalidateQueries({ queryKey: [...deskKey, admin, ...(date ? [date] : [])] })
