import { z } from 'zod/mini'
import { email } from './kit/text/email.ts'
import { login, passwordReset } from './user.ts'

/** Response of `GET /api/auth/account`. `password`: the account has its own, none because it was created with Google,
 *  or the demo's, which is advertised and can't be changed. `secondFactor`: an authenticator app is set up (`on`), or
 *  can be (`off`), or must be before the account's permissions can be used (`required`). The demo admin's account can
 *  have none. */
export const account = z.object({
  emailConfirmed: z.boolean(),
  password: z.enum(['own', 'none', 'advertised']),
  secondFactor: z.enum(['on', 'off', 'required', 'none']),
})
export type Account = z.infer<typeof account>

/** A signed-in device, which is one session. `address` is the IP address at sign-in (for IPv6 the network). `lastUsed`
 *  is exact to the minute. `present` marks the caller's own device. */
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

/** Body of `POST /api/auth/email`: the new email of the account, which counts once its owner opens the link there. */
export const emailChange = z.object({ email })
export type EmailChange = z.infer<typeof emailChange>

/** Response of `GET /api/auth/email`: the new email that waits for its link to be opened; empty if there is none. */
export const pendingEmail = z.object({
  pending: z.optional(z.object({ email: z.string(), askedAt: z.iso.datetime(), expiresAt: z.iso.datetime() })),
})

/** Body of `POST /api/auth/email/confirm`: the token of that link. */
export const emailConfirmation = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) })
