import { queryOptions } from '@tanstack/react-query'
import { deskWeek } from '#contract/desk/week.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

/** The week at the desk that begins on `firstDay`: all dentists in numbers, or with the id of one, the appointments of
 *  that dentist. */
export function weekFrom(staff: string, firstDay: IsoDate, doctor: string | undefined) {
  return queryOptions({
    queryKey: [...deskKey, staff, 'week', firstDay, doctor],
    queryFn: async () => {
      const query = { date: formatMediumDate(firstDay), ...(doctor && { doctor }) }
      return call('GET /desk/week', deskWeek, { query, token: await bearer(staff) })
    },
    meta: { adminsOnly: true },
  })
}
