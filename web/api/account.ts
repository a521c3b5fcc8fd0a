import { z } from 'zod'
import { type Account, account, type Device, device, type PasswordChange } from '#contract/account.ts'
import { call } from './client.ts'

const devicesPath = '/api/auth/devices'

/** How the account of who is signed in stands. */
export function getAccount(): Promise<Account> {
  return call(account, '/api/auth/account')
}

/** Where it is signed in, this device first. */
export function getDevices(): Promise<Device[]> {
  return call(z.array(device), devicesPath)
}

/** Signs another device out. */
export async function deleteDevice(id: string): Promise<void> {
  await call(z.unknown(), `${devicesPath}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Signs all other devices out. */
export async function deleteOtherDevices(): Promise<void> {
  await call(z.unknown(), devicesPath, { method: 'DELETE' })
}

/** Changes the password; the session goes on as a new one, and its token is worth nothing any more. */
export async function postPasswordChange(form: PasswordChange): Promise<void> {
  await call(z.unknown(), '/api/auth/change-password', { method: 'POST', body: form })
}
