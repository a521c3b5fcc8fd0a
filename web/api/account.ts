import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { account, type Confirmation, device, type PasswordChange } from '#contract/account.ts'
import { call, send } from './http/call.ts'

const devicesKey = ['devices']

/** The account of the signed-in person. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => call('GET /api/auth/account', account),
  meta: { endsSession: true },
})

/** The devices signed in to the account, this device first. */
export const devicesQuery = queryOptions({
  queryKey: devicesKey,
  queryFn: () => call('GET /api/auth/devices', z.array(device)),
  meta: { endsSession: true },
})

/** Signs another device out. */
export const deleteDevice = (id: string) => send('DELETE /api/auth/devices/:id', { params: { id } })

/** Signs all other devices out. */
export const deleteOtherDevices = () => send('DELETE /api/auth/devices')

/** Refetches the devices after one was signed out. */
export const refreshDevices = (client: QueryClient) => client.invalidateQueries({ queryKey: devicesKey })

/** Confirms by the password that the same person still uses this session. */
export const postConfirmation = (form: Confirmation) => send('POST /api/auth/confirm', { body: form })

/** Changes the password. The server replaces the session, and the current token becomes invalid. */
export const postPasswordChange = (form: PasswordChange) => send('POST /api/auth/change-password', { body: form })
