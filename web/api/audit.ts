import { infiniteQueryOptions } from '@tanstack/react-query'
import { receivedAuditPage } from '#contract/audit.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

export const activityKey = ['activity']

/** The audit trail, newest first, page by page. */
export function activityOf(admin: string) {
  return infiniteQueryOptions({
    queryKey: [...activityKey, admin],
    queryFn: async ({ pageParam }) => {
      const query = { before: pageParam ?? undefined }
      return call('GET /audit', receivedAuditPage, { query, token: await bearer(admin) })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { adminsOnly: true },
  })
}
