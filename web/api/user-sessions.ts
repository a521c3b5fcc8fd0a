import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { device } from '#contract/account.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from './http/call.ts'

const key = ['sessions']

/** Where the user with this email is signed in, as `admin` sees it. Always fetched anew. */
export function sessionsOf(admin: string, email: string) {
  return queryOptions({
    queryKey: [...key, admin, email],
    queryFn: async () =>
      call('GET /user/sessions/:email', z.array(device), { params: { email }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
    gcTime: 0,
  })
}

/** Signs a user out everywhere. */
export async function deleteSessions(admin: string, email: string): Promise<void> {
  await send('DELETE /user/sessions/:email', { params: { email }, token: await bearer(admin) })
}

/** Removes the second factor of a user who lost it, and signs them out everywhere. */
export async function deleteSecondFactor(admin: string, email: string): Promise<void> {
  await send('DELETE /user/secondFactor/:email', { params: { email }, token: await bearer(admin) })
}
