import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Till, type TillToClose, till, tillCloses } from '#contract/desk/till.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

/** What came in and went out since the last closed day; with `date` on the days that were closed with it. */
export function tillOf(reader: string, date?: IsoDate) {
  return queryOptions({
    queryKey: [...deskKey, reader, 'till', date ?? 'open'],
    queryFn: async () =>
      call('GET /desk/till', till, {
        query: { date: date && formatMediumDate(date) },
        token: await bearer(reader),
      }),
    meta: { adminsOnly: true },
  })
}

const closesAtOnce = 50

/** The closed days in pages, the latest first. */
export function tillClosesOf(reader: string) {
  return infiniteQueryOptions({
    queryKey: [...deskKey, reader, 'till', 'closes'],
    queryFn: async ({ pageParam: page }) =>
      call('GET /desk/till/closes', tillCloses, { query: { page, limit: closesAtOnce }, token: await bearer(reader) }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < closesAtOnce ? undefined : pages.length + 1),
    meta: { adminsOnly: true },
  })
}

/** Closes the open days through a day. @throws the server's refusal */
export async function postClose(admin: string, body: TillToClose): Promise<Till> {
  return call('POST /desk/till/close', till, { body, token: await bearer(admin) })
}
