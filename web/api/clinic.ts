import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ClinicAnswer, type ClinicChange, clinicAnswer, type ZoneChange, zoneEffect } from '#contract/clinic.ts'
import { ready } from '#contract/ready.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

const clinicKey = ['clinic']

/** What the clinic says about itself, as `admin` edits it. */
export function clinicOf(admin: string) {
  return queryOptions({
    queryKey: [...clinicKey, admin],
    queryFn: async () => call('GET /clinic', clinicAnswer, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** What the clinic needs before it opens, and what of it is done. */
export function readyOf(admin: string) {
  return queryOptions({
    queryKey: ['ready', admin],
    queryFn: async () => call('GET /clinic/ready', ready, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Changes fields of the clinic, which this page shows only once it is loaded again. Returns it as it is then.
 *  @throws the server's refusal, also if another admin has changed it since `version` */
export async function patchClinicUnseen(admin: string, body: ClinicChange): Promise<ClinicAnswer> {
  return call('PATCH /clinic', clinicAnswer, { body, token: await bearer(admin) })
}

/** Changes fields of the clinic and shows them. Returns it as it is then.
 *  @throws the server's refusal, also if another admin has changed it since `version` */
export async function patchClinic(client: QueryClient, admin: string, body: ClinicChange): Promise<ClinicAnswer> {
  const changed = await patchClinicUnseen(admin, body)
  client.setQueryData(clinicOf(admin).queryKey, changed)
  return changed
}

/** Changes the time zone and the appointments ahead, or with `preview` returns what that does to them. */
export async function postTimeZone(admin: string, body: ZoneChange) {
  const options = { body, savesNothing: body.preview ?? false, token: await bearer(admin) }
  return call('POST /clinic/time-zone', zoneEffect, options)
}
