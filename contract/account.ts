import { z } from 'zod/mini'
import type { Calls } from './kit/call.ts'
import { email } from './kit/text/email.ts'
import { noBody, signInResponse } from './sign-in-answers.ts'
import { login, passwordReset } from './user.ts'

/** Response of `GET /api/auth/account`. `password`: the account has its own, none because it was created with Google, or the demo's, which is
 *  advertised and can't be changed. `secondFactor`: an authenticator app is set up (`on`), or can be (`off`), or must be before the account's
 *  permissions can be used (`required`). The demo admin's account can have none. */
export const account = z.object({
  emailConfirmed: z.boolean(),
  password: z.enum(['own', 'none', 'advertised']),
  secondFactor: z.enum(['on', 'off', 'required', 'none']),
})
export type Account = z.infer<typeof account>

/** A signed-in device, which is one session. `address` is the IP address at sign-in (for IPv6 the network). `lastUsed` is exact to the
 *  minute. `present` marks the caller's own device. */
export const device = z.object({
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  signedIn: z.iso.datetime(),
  lastUsed: z.iso.datetime(),
  present: z.boolean(),
})
export type Device = z.infer<typeof device>

/** Path parameter of `DELETE /api/auth/devices/{id}`. */
export const deviceId = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^\P{Cc}*$/u, 'Must not contain control characters')),
})

/** Body of `POST /api/auth/confirm`: the caller proves again who they are. */
export const confirmation = z.object({ password: login.shape.password })
export type Confirmation = z.infer<typeof confirmation>

/** A change of password by its owner. */
export const passwordChange = z.object({
  currentPassword: login.shape.password,
  newPassword: passwordReset.shape.newPassword,
})
export type PasswordChange = z.infer<typeof passwordChange>

/** The calls about an account: its state, devices and password. */
export const accountCalls = {
  listSessions: {
    method: 'GET',
    path: '/user/sessions/:email',
    access: { staff: 'read-sessions' },
    params: z.object({ email }),
    answers: { 200: z.array(device) },
  },
  endSessions: {
    method: 'DELETE',
    path: '/user/sessions/:email',
    access: { staff: 'end-sessions', confirmed: true },
    params: z.object({ email }),
    answers: { 204: noBody },
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/user/secondFactor/:email',
    access: { staff: 'remove-second-factor', confirmed: true },
    params: z.object({ email }),
    answers: { 204: noBody },
  },
  getAccount: { method: 'GET', path: '/api/auth/account', access: 'cookie', answers: { 200: account } },
  listDevices: { method: 'GET', path: '/api/auth/devices', access: 'cookie', answers: { 200: z.array(device) } },
  signOutDevice: {
    method: 'DELETE',
    path: '/api/auth/devices/:id',
    access: 'cookie',
    params: deviceId,
    answers: { 204: noBody },
  },
  signOutOtherDevices: { method: 'DELETE', path: '/api/auth/devices', access: 'cookie', answers: { 204: noBody } },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'cookie',
    body: passwordChange,
    answers: { 200: signInResponse },
  },
  confirm: {
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'cookie',
    body: confirmation,
    answers: { 204: noBody },
  },
} as const satisfies Calls
