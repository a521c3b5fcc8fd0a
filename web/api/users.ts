import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminResponse, receivedUser, roleChange, type UserQuery } from '#contract/user.ts'
import { bearer } from '#web/api/token/token.ts'
import { activityKey } from './audit.ts'
import { call, callList } from './http/call.ts'
import { adminKey } from './http/query-client.ts'

const usersKey = ['users']

/** Tells whether `email` is an admin's. */
export function isAdmin(email: string) {
  return queryOptions({
    queryKey: [...adminKey, email],
    queryFn: async () =>
      (await call('GET /admin/:email', adminResponse, { params: { email }, token: await bearer(email) })).admin,
  })
}

/** One page of the users, as `admin` sees them. Keeps the previous page while it loads. */
export function usersOf(admin: string, { search, sort, page, limit }: UserQuery) {
  const query = { search, sort, page, limit }
  return queryOptions({
    queryKey: [...usersKey, admin, JSON.stringify(query)],
    queryFn: async () => callList('GET /user', receivedUser, { query, token: await bearer(admin) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Makes `email` an admin; with `unconfirmed` also if the address is not confirmed. Returns the number of users
 *  changed, 0 for an admin. */
export async function putAdmin(admin: string, email: string, unconfirmed = false): Promise<number> {
  const query = unconfirmed ? { query: { unconfirmed: 'true' as const } } : {}
  const options = { params: { email }, ...query, token: await bearer(admin) }
  return (await call('PUT /user/admin/:email', roleChange, options)).modifiedCount
}

/** Removes the admin role of `email`. Returns the number of users changed, 0 for a patient. */
export async function deleteAdmin(admin: string, email: string): Promise<number> {
  const options = { params: { email }, token: await bearer(admin) }
  return (await call('DELETE /user/admin/:email', roleChange, options)).modifiedCount
}

/** Refetches the users and the audit trail after a change of a user. */
export function refreshUsers(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: usersKey }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}
