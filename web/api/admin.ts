import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { auditPage } from '#contract/audit.ts'
import { adminResponse, listedUser, promotion, type UserQuery } from '#contract/user.ts'
import { bearer } from '#web/session/token.ts'
import { call, callList } from './client.ts'

export const adminKey = ['admin']
const usersKey = ['users']
const activityKey = ['activity']

/** Whether the server says at this moment that `email` is an admin's. */
export function isAdmin(email: string) {
  return queryOptions({
    queryKey: [...adminKey, email],
    queryFn: async () =>
      (await call(adminResponse, `/admin/${encodeURIComponent(email)}`, { token: await bearer(email) })).admin,
  })
}

/** A page of the users, as `admin` sees them. The page before it is shown until it is there. */
export function usersOf(admin: string, { search, sort, page, limit }: UserQuery) {
  const query = new URLSearchParams({ search, sort, page: String(page), limit: String(limit) })
  return queryOptions({
    queryKey: [...usersKey, admin, String(query)],
    queryFn: async () => callList(listedUser, `/user?${query}`, { token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Makes `email` an admin; gives how many that changed, 0 for who is one already. */
export async function putAdmin(admin: string, email: string): Promise<number> {
  const options = { method: 'PUT', token: await bearer(admin) } as const
  return (await call(promotion, `/user/admin/${encodeURIComponent(email)}`, options)).modifiedCount
}

/** After a promotion, what was known of users and of what admins did is old. */
export function refreshAfterPromotion(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: usersKey }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}

/** What admins did, the newest first, page by page into the past. */
export function activityOf(admin: string) {
  return infiniteQueryOptions({
    queryKey: [...activityKey, admin],
    queryFn: async ({ pageParam }) => {
      const path = pageParam === null ? '/audit' : `/audit?before=${pageParam}`
      return call(auditPage, path, { token: await bearer(admin) })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
    meta: { adminsOnly: true },
  })
}
