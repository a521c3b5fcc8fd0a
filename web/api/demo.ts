import { queryOptions } from '@tanstack/react-query'
import { type Demo, demo } from '#contract/demo.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

/** How much the demo has invented, in demo mode. */
export function demoOf(admin: string) {
  return queryOptions({
    queryKey: ['demo', admin],
    queryFn: async () => call('GET /demo', demo, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Invents patients, with appointments and payments. Returns how many. */
export const postDemo = async (admin: string): Promise<Demo> => call('POST /demo', demo, { token: await bearer(admin) })

/** Takes the invented patients away. */
export const deleteDemo = async (admin: string): Promise<Demo> =>
  call('DELETE /demo', demo, { token: await bearer(admin) })
