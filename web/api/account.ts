import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { account, device, type PasswordChange } from '#contract/account.ts'
import { call } from './http/call.ts'

const devicesPath = '/api/auth/devices'
const devicesKey = ['devices']

/** The state of the signed-in person's account. */
export const accountStanding = queryOptions({
  queryKey: ['account'],
  queryFn: () => call(account, '/api/auth/account'),
  meta: { endsSession: true },
})

/** The devices that are signed in to it, this device first. */
export const signedInDevices = queryOptions({
  queryKey: devicesKey,
  queryFn: () => call(z.array(device), devicesPath),
  meta: { endsSession: true },
})

/** Signs another device out. */
export async function deleteDevice(id: string): Promise<void> {
  await call(z.unknown(), `${devicesPath}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Signs all other devices out. */
export async function deleteOtherDevices(): Promise<void> {
  await call(z.unknown(), devicesPath, { method: 'DELETE' })
}

/** Refetches the devices after one was signed out. */
export function refreshDevices(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: devicesKey })
}

/** Changes the password; the session goes on as a new one, and its token is worth nothing any more. */
export async function postPasswordChange(form: PasswordChange): Promise<void> {
  await call(z.unknown(), '/api/auth/change-password', { method: 'POST', body: form })
}
