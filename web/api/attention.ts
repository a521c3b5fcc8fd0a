import { queryOptions } from '@tanstack/react-query'
import { attentionList, moveTimes, resolved } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { bearer } from '#web/api/token/token.ts'
import { calendarKey } from './calendar.ts'
import { call } from './http/call.ts'

/** The appointments that do not fit the rules. */
export function attentionOf(admin: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'attention'],
    queryFn: async () => call('GET /calendar/attention', attentionList, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** The times on a day, in the medium format, to which an appointment can move. */
export function moveTimesOf(admin: string, id: string, date: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'attention', id, date],
    queryFn: async () =>
      call('GET /calendar/attention/:id/times', moveTimes, {
        params: { id },
        query: { date },
        token: await bearer(admin),
      }),
    meta: { adminsOnly: true },
  })
}

/** Moves, keeps or cancels an appointment. Returns the number of appointments that still need attention. */
export async function postResolution(admin: string, id: string, body: ResolutionInput): Promise<number> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('POST /calendar/attention/:id', resolved, options)).needAttention
}
