import { queryOptions } from '@tanstack/react-query'
import { news, newsCount } from '#contract/desk/news.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { deskKey } from './day.ts'

const pollMs = 60_000

/** What others did in the last day. */
export function newsOf(staff: string) {
  return queryOptions({
    queryKey: [...deskKey, staff, 'news'],
    queryFn: async () => call('GET /desk/news', news, { token: await bearer(staff) }),
    meta: { adminsOnly: true },
  })
}

/** How much others did since an instant (ISO 8601); without one, in the last day. */
export function newsCountOf(staff: string, since: string | undefined) {
  return queryOptions({
    queryKey: [...deskKey, staff, 'news', 'count', since ?? ''],
    queryFn: async () => call('GET /desk/news/count', newsCount, { query: { since }, token: await bearer(staff) }),
    select: ({ count }) => count,
    refetchInterval: pollMs,
    meta: { adminsOnly: true },
  })
}
