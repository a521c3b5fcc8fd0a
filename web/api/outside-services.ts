import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { outsideServices, type ServiceChange, type ServiceKind, serviceTest } from '#contract/outside-service.ts'
import { bearer } from '#web/api/token/token.ts'
import { clinic, replaceClinic } from '#web/clinic.ts'
import { call } from './http/call.ts'

/** The mail server, the text service and Stripe, as `admin` sets them up. */
export function outsideServicesOf(admin: string) {
  return queryOptions({
    queryKey: ['outside-services', admin],
    queryFn: async () => call('GET /outsideServices', outsideServices, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Changes settings; an empty one is removed. */
export async function patchOutsideServices(client: QueryClient, admin: string, body: ServiceChange): Promise<void> {
  const changed = await call('PATCH /outsideServices', outsideServices, { body, token: await bearer(admin) })
  const isUsed = (kind: ServiceKind) => changed.some((each) => each.kind === kind && each.state === 'used')
  // The page has in its document what was sent before.
  replaceClinic({ ...clinic, sends: { email: isUsed('mail'), texts: isUsed('texts') } })
  client.setQueryData(outsideServicesOf(admin).queryKey, changed)
}

/** Tries a service as it is saved. Returns what it said. */
export const postServiceTest = async (admin: string, kind: ServiceKind) =>
  call('POST /outsideServices/:kind/test', serviceTest, { params: { kind }, token: await bearer(admin) })
